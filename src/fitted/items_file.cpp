// SPDX-License-Identifier: MIT
#include <algorithm>
#include <nlohmann/json.hpp>

#include "constraints/propagate.hpp"
#include "fitted/model_file.hpp"

namespace comac {
namespace {

using nlohmann::json;

void add_source(Source source, std::vector<std::uint32_t>& sources) {
  sources.push_back(source.file);
  sources.push_back(source.line);
}

bool all_trusts(const std::vector<double>& trusts) {
  return std::ranges::all_of(trusts, [](double trust) { return trust >= 0 && trust <= 1; });
}

void load_labels(const CborReader& file, SideInformation& known) {
  const auto row = file.numbers<std::uint32_t>("label_row"), of = file.numbers<std::uint32_t>("label_class"),
             source = file.numbers<std::uint32_t>("label_source");
  const auto trust = file.numbers<double>("label_trust");
  if (of.size() != row.size() || source.size() != 2 * row.size() || trust.size() != row.size() ||
      !all_trusts(trust)) {
    file.refuse("its labels are not complete");
  }
  for (std::size_t i = 0; i < row.size(); ++i) {
    known.labels.push_back({row[i], of[i], {source[2 * i], source[2 * i + 1]}, trust[i]});
  }
}

void load_links(const CborReader& file, SideInformation& known) {
  const auto first = file.numbers<std::uint32_t>("link_first"),
             second = file.numbers<std::uint32_t>("link_second"),
             source = file.numbers<std::uint32_t>("link_source");
  const auto kind = file.numbers<std::uint8_t>("link_kind");
  const auto trust = file.numbers<double>("link_trust");
  const bool fits = second.size() == first.size() && source.size() == 2 * first.size() &&
                    kind.size() == first.size() && trust.size() == first.size();
  if (!fits || !all_trusts(trust) || std::ranges::any_of(kind, [](std::uint8_t k) { return k > 1; })) {
    file.refuse("its links are not complete");
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    known.links.push_back({first[i],
                           second[i],
                           kind[i] == 0 ? LinkKind::must : LinkKind::cannot,
                           {source[2 * i], source[2 * i + 1]},
                           trust[i]});
  }
}

}  // namespace

SavedItems save_items(const SideInformation& known, CborWriter& file) {
  SavedItems saved;
  for (const Label& label : known.labels) {
    saved.label_row.push_back(label.row);
    saved.label_class.push_back(label.label);
    saved.label_trust.push_back(label.trust);
    add_source(label.source, saved.label_source);
  }
  for (const Link& link : known.links) {
    saved.link_first.push_back(link.first);
    saved.link_second.push_back(link.second);
    saved.link_kind.push_back(link.kind == LinkKind::must ? 0 : 1);
    saved.link_trust.push_back(link.trust);
    add_source(link.source, saved.link_source);
  }
  file.add("known", json{{"classes", known.label_names},
                         {"files", known.files},
                         {"row_names", known.row_names},
                         {"first_row", known.first_row},
                         {"has_confidences", known.has_confidences}});
  const auto add = [&](const char* name, const auto& numbers) { file.add(name, std::span(numbers)); };
  add("label_row", saved.label_row);
  add("label_class", saved.label_class);
  add("label_trust", saved.label_trust);
  add("label_source", saved.label_source);
  add("link_first", saved.link_first);
  add("link_second", saved.link_second);
  add("link_kind", saved.link_kind);
  add("link_trust", saved.link_trust);
  add("link_source", saved.link_source);
  return saved;
}

SideInformation load_items(std::size_t rows, const CborReader& file) {
  const json about = file.value("known");
  SideInformation known;
  known.label_names = about.at("classes").get<std::vector<std::string>>();
  known.files = about.at("files").get<std::vector<std::string>>();
  known.row_names = about.at("row_names").get<std::vector<std::string>>();
  known.first_row = about.at("first_row").get<std::size_t>();
  known.has_confidences = about.at("has_confidences").get<bool>();
  if (!known.row_names.empty() && known.row_names.size() != rows) {
    file.refuse("it has another number of row names than of rows");
  }
  load_labels(file, known);
  load_links(file, known);
  check_rows(known, rows);
  return known;
}

}  // namespace comac
