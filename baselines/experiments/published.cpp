// SPDX-License-Identifier: MIT
#include "published.hpp"

#include <stdexcept>

#include "data/text.hpp"
#include "embedded.hpp"

namespace comac::experiments {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::vector<Published> published(std::string_view name) {
  const std::string_view table = embedded(std::string("published/").append(name).append(".csv"));
  if (table.empty()) throw std::logic_error("no table of published figures is called " + std::string(name));
  const auto lines = split(table, '\n');
  const auto header = split(lines.front(), ',');
  std::vector<Published> all;
  for (std::size_t l = 1; l < lines.size(); ++l) {
    const auto fields = split(lines[l], ',');
    for (std::size_t f = 2; f < fields.size(); ++f) {
      const Number nmi = parse_number(fields[f]);
      if (nmi.kind != NumberKind::finite) continue;
      all.push_back(
          {std::string(fields[0]), std::string(fields[1]), parse_number(header[f]).value, nmi.value});
    }
  }
  return all;
}

}  // namespace comac::experiments
