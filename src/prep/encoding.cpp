// SPDX-License-Identifier: MIT
#include "prep/encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/memory.hpp"
#include "comac/base/error.hpp"
#include "data/dates.hpp"
#include "data/text.hpp"
#include "prep/units.hpp"

namespace comac {
namespace {

constexpr ColumnKind all_kinds[] = {ColumnKind::number,  ColumnKind::boolean,  ColumnKind::date,
                                    ColumnKind::ordinal, ColumnKind::category, ColumnKind::indicator};
constexpr std::size_t unknown = SIZE_MAX;
constexpr std::size_t most_unseen = 1000;  // names that are remembered: free text may be in their place

bool is_category(const ColumnAbout& about) { return about.kind == ColumnKind::category; }

/// The value in the middle of those that are there; 0 if none is.
double median_of(const TableView& table, std::size_t column) {
  std::vector<double> values;
  values.reserve(table.rows);
  for (std::size_t r = 0; r < table.rows; ++r) {
    if (!std::isnan(table.at(r, column))) values.push_back(table.at(r, column));
  }
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

double commonest_code(const TableView& table, std::size_t column) {
  std::vector<std::size_t> counts(std::max<std::size_t>(table.about[column].names.size(), 1), 0);
  for (std::size_t r = 0; r < table.rows; ++r) {
    const double code = table.at(r, column);
    if (code >= 0 && code < static_cast<double>(counts.size())) ++counts[static_cast<std::size_t>(code)];
  }
  return static_cast<double>(std::ranges::max_element(counts) - counts.begin());
}

void refuse_code(double value, const std::string& title) {
  if (std::isnan(value) || (value >= 0 && value == std::floor(value))) return;
  throw Error(ErrorCode::data,
              fmt::format("{} is {} in {}, a category; expected the index of one of its names", "a value",
                          value, title));
}

}  // namespace

Encoding Encoding::fit(const TableView& table) {
  Encoding encoding;
  encoding.about_.assign(table.about.begin(), table.about.end());
  for (std::size_t c = 0; c < table.columns; ++c) {
    encoding.fill_.push_back(is_category(table.about[c]) ? commonest_code(table, c) : median_of(table, c));
  }
  return encoding;
}

std::size_t Encoding::columns_out() const {
  std::size_t count = 0;
  for (std::size_t c = 0; c < about_.size(); ++c) count += columns_from(c);
  return count;
}

std::size_t Encoding::columns_from(std::size_t column) const {
  return is_category(about_[column]) ? about_[column].names.size() : 1;
}

bool Encoding::leaves(const TableView& rows) const {
  if (std::ranges::any_of(about_, is_category)) return false;
  for (std::size_t r = 0; r < rows.rows; ++r) {
    for (std::size_t c = 0; c < rows.columns; ++c) {
      if (std::isnan(rows.at(r, c))) return false;
    }
  }
  return true;
}

std::vector<std::vector<std::size_t>> Encoding::codes_for(const TableView& rows) const {
  std::vector<std::vector<std::size_t>> codes(about_.size());
  for (std::size_t c = 0; c < about_.size(); ++c) {
    if (!rows.about.empty() && is_category(rows.about[c]) != is_category(about_[c])) {
      throw Error(ErrorCode::data,
                  fmt::format("{} holds {} where the model has {}s", column_title(rows, c),
                              is_category(rows.about[c]) ? "text" : "numbers", to_string(about_[c].kind)));
    }
    if (!is_category(about_[c])) continue;
    TextMap<std::size_t> own;
    for (std::size_t i = 0; i < about_[c].names.size(); ++i) own.emplace(about_[c].names[i], i);
    const auto& theirs = rows.about.empty() ? about_[c].names : rows.about[c].names;
    for (const std::string& text : theirs) {
      const auto found = own.find(text);
      codes[c].push_back(found == own.end() ? unknown : found->second);
    }
  }
  return codes;
}

/// Names and kinds of the new columns, and room for the numbers.
Table Encoding::frame_for(const TableView& rows) const {
  Table table{rows.rows, columns_out(), {}, {}, {}};
  require_memory(table.rows * table.columns * sizeof(double), 0,
                 fmt::format("{} columns made of categories", table.columns),
                 "leave out a column of many categories with " + setting("ignore"));
  table.values.reserve(table.rows * table.columns);
  const bool named = !rows.column_names.empty() || std::ranges::any_of(about_, is_category);
  for (std::size_t c = 0; c < about_.size(); ++c) {
    const std::string own =
        rows.column_names.empty() ? "column " + std::to_string(c + 1) : rows.column_names[c];
    if (!is_category(about_[c])) {
      if (named) table.column_names.push_back(own);
      table.about.push_back({about_[c].kind, {}});
      continue;
    }
    for (const std::string& value : about_[c].names) {
      table.column_names.push_back(own + " = " + value);
      table.about.push_back({ColumnKind::indicator, {}});
    }
  }
  return table;
}

Table Encoding::apply(const TableView& rows) const {
  EncodingCounts counts;
  return apply(rows, counts);
}

Table Encoding::apply(const TableView& rows, EncodingCounts& counts) const {
  const std::size_t columns = about_.size();
  counts.filled.resize(columns), counts.unseen.resize(columns), counts.rows_unseen.resize(columns);
  const auto codes = codes_for(rows);
  Table table = frame_for(rows);
  for (std::size_t r = 0; r < rows.rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const double given = rows.at(r, c);
      const bool missing = std::isnan(given);
      if (missing) ++counts.filled[c];
      if (!is_category(about_[c])) {
        table.values.push_back(missing ? fill_[c] : given);
        continue;
      }
      if (!missing) refuse_code(given, column_title(rows, c));
      const auto theirs = static_cast<std::size_t>(missing ? 0 : std::min(given, 1e15));
      const std::size_t own = missing                    ? static_cast<std::size_t>(fill_[c])
                              : theirs < codes[c].size() ? codes[c][theirs]
                                                         : unknown;
      if (own == unknown) {
        ++counts.rows_unseen[c];
        const bool named = !rows.about.empty() && theirs < rows.about[c].names.size();
        const std::string text = named ? rows.about[c].names[theirs] : std::to_string(theirs);
        auto& unseen = counts.unseen[c];
        if (unseen.size() < most_unseen && std::ranges::find(unseen, text) == unseen.end())
          unseen.push_back(text);
      }
      for (std::size_t i = 0; i < about_[c].names.size(); ++i) table.values.push_back(i == own ? 1 : 0);
    }
  }
  return table;
}

nlohmann::json Encoding::to_json() const {
  auto columns = nlohmann::json::array();
  for (std::size_t c = 0; c < about_.size(); ++c) {
    columns.push_back(
        {{"kind", to_string(about_[c].kind)}, {"names", about_[c].names}, {"missing", fill_[c]}});
  }
  return {{"columns", std::move(columns)}};
}

Encoding Encoding::from_json(const nlohmann::json& json) {
  Encoding encoding;
  for (const auto& column : json.at("columns")) {
    const auto kind = std::ranges::find(all_kinds, column.at("kind").get<std::string>(),
                                        [](ColumnKind one) { return to_string(one); });
    const auto fill = column.at("missing").get<double>();
    ColumnAbout about{kind == std::end(all_kinds) ? ColumnKind::number : *kind,
                      column.at("names").get<std::vector<std::string>>()};
    const bool fits =
        kind != std::end(all_kinds) && std::isfinite(fill) &&
        (!is_category(about) || (fill >= 0 && fill == std::floor(fill) &&
                                 fill < static_cast<double>(std::max<std::size_t>(about.names.size(), 1))));
    if (!fits) throw Error(ErrorCode::data, "an encoded column is of no kind that there is");
    encoding.about_.push_back(std::move(about));
    encoding.fill_.push_back(fill);
  }
  return encoding;
}

namespace {

/// As the column's own values are written.
std::string fill_text(double fill, const ColumnAbout& about) {
  const bool names = about.kind == ColumnKind::category || about.kind == ColumnKind::ordinal;
  if (names && fill >= 0 && fill == std::floor(fill) && fill < static_cast<double>(about.names.size()))
    return comac::quoted(about.names[static_cast<std::size_t>(fill)]);
  if (about.kind == ColumnKind::boolean && (fill == 0 || fill == 1)) return fill == 1 ? "yes" : "no";
  if (about.kind != ColumnKind::date) return to_text(fill);
  const bool is_time = !about.names.empty() && parse_date_form(about.names[0]) == DateForm::time;
  return is_time ? time_text(fill) : date_text(fill);
}

}  // namespace

std::vector<std::string> notes_on(const TableView& rows, const Encoding& encoding,
                                  const EncodingCounts& counts) {
  std::vector<std::string> notes, filled;
  std::size_t sum = 0;
  for (std::size_t c = 0; c < counts.filled.size(); ++c) {
    sum += counts.filled[c];
    if (counts.filled[c] > 0)
      filled.push_back(fmt::format("{} ({} by {})", column_title(rows, c), counts.filled[c],
                                   fill_text(encoding.fills()[c], encoding.about()[c])));
  }
  if (sum > 0)
    notes.push_back(
        fmt::format("{} filled as the model learned it: {}", plural(sum, "missing value"), listed(filled)));
  for (std::size_t c = 0; c < counts.unseen.size(); ++c) {
    if (counts.rows_unseen[c] == 0) continue;
    notes.push_back(fmt::format("{} of {} unknown to the model, taken as none of its categories: {}",
                                plural(counts.rows_unseen[c], "value"), column_title(rows, c),
                                all_quoted(counts.unseen[c])));
  }
  return notes;
}

}  // namespace comac
