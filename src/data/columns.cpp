// SPDX-License-Identifier: MIT
#include "data/columns.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/suggest.hpp"
#include "comac/base/error.hpp"
#include "data/text.hpp"

namespace comac {
namespace {

std::optional<std::size_t> position_of(const Columns& columns, std::string_view name) {
  if (columns.names.empty()) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool whole = error == std::errc{} && end == name.data() + name.size();
    return whole && number >= 1 && number <= columns.count ? std::optional(number - 1) : std::nullopt;
  }
  const auto found = std::ranges::find(columns.names, name);
  if (found == columns.names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.names.begin());
}

}  // namespace

std::string Columns::title(std::size_t column) const {
  return "column " +
         (names.empty() || names[column].empty() ? std::to_string(column + 1) : quoted(names[column]));
}

void name_columns(Columns& columns, std::vector<std::string>& notes) {
  auto& names = columns.names;
  if (names.empty()) return;
  columns.unnamed_first = names.front().empty();
  TextMap<std::size_t> seen;
  for (const std::string& name : names) seen.emplace(name, 0);
  std::vector<std::string> numbered;
  for (std::size_t c = 0; c < names.size(); ++c) {
    std::string name = names[c].empty() ? "column " + std::to_string(c + 1) : names[c];
    const std::string shared = name;
    std::size_t& times = seen[shared];
    if (++times > 1) {
      do {
        name = shared + '.' + std::to_string(times++);
      } while (seen.contains(name));
      --times;
      seen.emplace(name, 1);
      numbered.push_back(name);
    }
    names[c] = std::move(name);
  }
  if (numbered.empty()) return;
  notes.push_back(to_string(Place{columns.file, columns.header_line}) +
                  ": found columns of the same name; the later ones are called " + all_quoted(numbered));
}

void check_width(const Columns& columns, std::span<const Field> fields, std::size_t line) {
  if (fields.size() == columns.count) return;
  throw Error(ErrorCode::data, {columns.file, line},
              "found " + plural(fields.size(), "field") + " where " +
                  (columns.names.empty() ? "the first row has " : "the header has ") +
                  std::to_string(columns.count) +
                  "; correct the row, or quote a field that holds the delimiter");
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts(1);
  bool in_quotes = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      const bool doubled = in_quotes && i + 1 < text.size() && text[i + 1] == '"';
      if (doubled) parts.back() += text[i++];
      in_quotes = in_quotes == doubled;
    } else if (text[i] == ',' && !in_quotes) {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  for (std::string& part : parts) part = trim(part);
  return parts;
}

std::vector<std::size_t> ColumnLookup::one(const std::string& name) {
  if (name.empty()) return {};
  if (const auto found = position_of(columns_, name)) return {*found};
  if (std::ranges::find(missing_, name) == missing_.end()) missing_.push_back(name);
  return {};
}

std::vector<std::size_t> ColumnLookup::all(const std::vector<std::string>& lists) {
  std::vector<std::size_t> found;
  for (const std::string& text : lists) {
    const auto names = has(text) ? std::vector{text} : split_list(text);
    for (const std::string& name : names) {
      for (const std::size_t column : one(name)) found.push_back(column);
    }
  }
  return found;
}

bool ColumnLookup::has(std::string_view name) const { return position_of(columns_, name).has_value(); }

std::string ColumnLookup::available() const {
  if (columns_.names.empty()) {
    return "the file has no header, so name a column by its number from 1 to " +
           std::to_string(columns_.count);
  }
  return "the columns are " + all_quoted(columns_.names);
}

/// " (did you mean 'species'?)", where one is missing and another is called nearly so.
std::string ColumnLookup::suggestion() const {
  constexpr std::size_t least = 3;  // letters: any shorter name is near to any other
  if (missing_.size() != 1 || missing_[0].size() < least) return "";
  const std::string_view near = nearest_word(missing_[0], {columns_.names.begin(), columns_.names.end()});
  return near.empty() ? "" : " (did you mean " + quoted(near) + "?)";
}

void ColumnLookup::check() const {
  if (missing_.empty()) return;
  throw Error(ErrorCode::usage, {columns_.file},
              "found no column " + all_quoted(missing_) + suggestion() + "; " + available());
}

}  // namespace comac
