// SPDX-License-Identifier: MIT
#include "data/dataset_builder.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

#include "base/memory.hpp"
#include "comac/base/error.hpp"

namespace comac {

namespace {

const std::string no_value = "; fill it in, remove the row or leave out the column with " + setting("ignore");
const std::string not_finite =
    "; correct it, remove the row or leave out the column with " + setting("ignore");

std::string plural(std::size_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::string quoted_list(const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  std::string text;
  for (std::size_t c = 0; c < std::min(names.size(), most); ++c) {
    text += (c > 0 ? ", " : "") + quoted(names[c]);
  }
  return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

std::string available(const Columns& columns) {
  if (columns.names.empty()) {
    return "the file has no header, so name a column by its number from 1 to " +
           std::to_string(columns.count);
  }
  return "the columns are " + quoted_list(columns.names);
}

bool has_decimal_comma(std::string_view text) {
  std::string point(text);
  std::replace(point.begin(), point.end(), ',', '.');
  return point != text && parse_number(point).kind == NumberKind::finite;
}

}  // namespace

DatasetBuilder::DatasetBuilder(Columns columns, const ReadOptions& options)
    : columns_(std::move(columns)), roles_(columns_.count, feature), memory_limit_(options.memory_limit) {
  for (const std::string& name : options.ignore) assign(name, ignored);
  if (!options.id_column.empty()) assign(options.id_column, id);
  if (!options.label_column.empty()) {
    assign(options.label_column, label);
    dataset_.labels.emplace();
  }
  if (!options.truth_column.empty()) {
    assign(options.truth_column, truth);
    dataset_.truth.emplace();
  }
  if (!options.features.empty()) choose_features(options.features);
  for (std::size_t c = 0; c < columns_.count; ++c) {
    if (!is_feature(c)) continue;
    ++features_;
    if (!columns_.names.empty()) dataset_.table.column_names.push_back(columns_.names[c]);
  }
  if (features_ == 0) {
    throw Error(ErrorCode::data, {columns_.file},
                "found no column of features; leave at least one column of numbers that is not the label, "
                "truth or id column and not ignored");
  }
  dataset_.table.columns = features_;
}

std::size_t DatasetBuilder::find_column(const std::string& name) const {
  if (columns_.names.empty()) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool whole = error == std::errc{} && end == name.data() + name.size();
    if (whole && number >= 1 && number <= columns_.count) return number - 1;
  }
  const auto found = std::find(columns_.names.begin(), columns_.names.end(), name);
  if (found == columns_.names.end()) {
    throw Error(ErrorCode::usage, {columns_.file},
                "found no column " + quoted(name) + "; " + available(columns_));
  }
  if (std::find(found + 1, columns_.names.end(), name) != columns_.names.end()) {
    throw Error(ErrorCode::usage, {columns_.file, columns_.header_line},
                "found more than one column " + quoted(name) + "; rename all but one");
  }
  return static_cast<std::size_t>(found - columns_.names.begin());
}

void DatasetBuilder::choose_features(const std::vector<std::string>& wanted) {
  if (columns_.names.empty()) {
    const auto found = static_cast<std::size_t>(std::ranges::count(roles_, unsigned{feature}));
    if (found == wanted.size()) return;
    throw Error(ErrorCode::data, {columns_.file},
                "found " + plural(found, "column") + " without a header where " +
                    plural(wanted.size(), "column") +
                    " are expected; give the file a header, or these columns: " + quoted_list(wanted));
  }
  std::vector<std::string> missing;
  for (const std::string& name : wanted) {
    if (std::ranges::find(columns_.names, name) == columns_.names.end()) missing.push_back(name);
  }
  if (!missing.empty()) {
    throw Error(ErrorCode::data, {columns_.file, columns_.header_line},
                "found no column " + quoted_list(missing) + "; add what is missing, " + available(columns_));
  }
  for (const std::string& name : wanted) {
    if (is_feature(find_column(name))) continue;
    throw Error(ErrorCode::usage, {columns_.file},
                "found the column " + quoted(name) + " named for something else; it is needed as a feature");
  }
  for (std::size_t c = 0; c < columns_.count; ++c) {
    if (!is_feature(c) || std::ranges::find(wanted, columns_.names[c]) != wanted.end()) continue;
    roles_[c] |= ignored;
    dataset_.left_out.push_back(columns_.names[c]);
  }
  order_ = wanted;
}

/// Brings the features into the order in which they were asked for.
void DatasetBuilder::reorder() {
  Table& table = dataset_.table;
  if (order_.empty() || order_ == table.column_names) return;
  std::vector<std::size_t> from;
  for (const std::string& name : order_) {
    from.push_back(
        static_cast<std::size_t>(std::ranges::find(table.column_names, name) - table.column_names.begin()));
  }
  std::vector<double> row(table.columns);
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) row[c] = table.at(r, from[c]);
    std::ranges::copy(row, table.values.begin() + static_cast<std::ptrdiff_t>(r * table.columns));
  }
  table.column_names = order_;
}

void DatasetBuilder::assign(const std::string& column, Role role) { roles_[find_column(column)] |= role; }

void DatasetBuilder::reserve(std::size_t rows, std::size_t file_size) {
  const double bytes = static_cast<double>(rows) * static_cast<double>((features_ + 1) * sizeof(double)) +
                       static_cast<double>(memory_limit_ > 0 ? file_size : 0);
  require_memory(bytes < 1e18 ? static_cast<std::size_t>(bytes) : SIZE_MAX, memory_limit_,
                 columns_.file + ": a table of up to " + plural(rows, "row") + " and " +
                     plural(columns_.count, "column"),
                 "use fewer rows");
  dataset_.table.values.reserve(rows * features_);
  dataset_.lines.reserve(rows);
}

void DatasetBuilder::add(std::span<const Field> fields, std::size_t line) {
  if (fields.size() != columns_.count) {
    throw Error(ErrorCode::data, {columns_.file, line},
                "found " + plural(fields.size(), "field") + " where " +
                    (columns_.names.empty() ? "the first row has " : "the header has ") +
                    std::to_string(columns_.count) +
                    "; correct the row, or quote a field that holds the delimiter");
  }
  for (std::size_t c = 0; c < fields.size(); ++c) {
    if (is_feature(c)) {
      const Number number = parse_number(fields[c].text);
      if (number.kind != NumberKind::finite) refuse_number(c, fields[c]);
      dataset_.table.values.push_back(number.value);
    } else {
      add_name(roles_[c], fields[c].text, {columns_.file, fields[c].line, c + 1});
    }
  }
  dataset_.lines.push_back(line);
  ++dataset_.table.rows;
}

void DatasetBuilder::add(std::span<const double> numbers, std::size_t line) {
  assert(all_features() && numbers.size() == features_);
  dataset_.table.values.insert(dataset_.table.values.end(), numbers.begin(), numbers.end());
  dataset_.lines.push_back(line);
  ++dataset_.table.rows;
}

void DatasetBuilder::add(std::span<const double> numbers) {
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    if (!is_feature(c)) {
      add_name(roles_[c], std::isnan(numbers[c]) ? "" : to_text(numbers[c]), {columns_.file});
      continue;
    }
    if (!std::isfinite(numbers[c])) {
      throw Error(ErrorCode::data, {columns_.file},
                  "found " + quoted(to_text(numbers[c])) + " in row " +
                      std::to_string(dataset_.table.rows + 1) + ", " + column_name(c) +
                      " (counted from 1), where finite numbers are expected" + advice(not_finite));
    }
    dataset_.table.values.push_back(numbers[c]);
  }
  ++dataset_.table.rows;
}

void DatasetBuilder::add_name(unsigned roles, std::string_view text, Place place) {
  if (roles & label) {
    dataset_.labels->ids.push_back(is_unknown_label(text) ? unknown_category : label_names_.number(text));
  }
  if (roles & truth) {
    dataset_.truth->ids.push_back(is_missing(text) ? unknown_category : truth_names_.number(text));
  }
  if (roles & id) {
    if (text.empty()) {
      throw Error(ErrorCode::data, std::move(place), "found an empty id; give every row an id of its own");
    }
    dataset_.ids.emplace_back(text);
  }
}

Dataset DatasetBuilder::finish() {
  if (dataset_.table.rows == 0) {
    throw Error(ErrorCode::data, {columns_.file},
                columns_.names.empty() ? "found no rows where a table is expected; check the file"
                                       : "found a header but no rows; check the file");
  }
  check_ids();
  reorder();
  if (dataset_.labels) dataset_.labels->names = label_names_.take();
  if (dataset_.truth) dataset_.truth->names = truth_names_.take();
  return std::move(dataset_);
}

std::string DatasetBuilder::column_name(std::size_t column) const {
  return "column " + (columns_.names.empty() || columns_.names[column].empty()
                          ? std::to_string(column + 1)
                          : quoted(columns_.names[column]));
}

std::string DatasetBuilder::advice(const std::string& for_features) const {
  return columns_.purpose == Purpose::matrix ? "; a matrix holds finite numbers only" : for_features;
}

void DatasetBuilder::refuse_text(std::size_t column, const Field& field) const {
  const Place place{columns_.file, field.line, column + 1};
  const std::string found = "found " + quoted(field.text);
  const std::string remedy =
      advice("; name the column with " + setting("ignore") + ", " + setting("label-column") + " or " +
             setting("truth-column") + ", or correct the value");
  if (has_decimal_comma(field.text)) {
    throw Error(ErrorCode::data, place,
                found + " in " + column_name(column) + "; write numbers with a decimal point");
  }
  throw Error(ErrorCode::data, place,
              dataset_.table.rows > 0
                  ? found + " where " + column_name(column) + " holds numbers" + remedy
                  : found + " in " + column_name(column) + " where numbers are expected" + remedy);
}

void DatasetBuilder::refuse_number(std::size_t column, const Field& field) const {
  const Place place{columns_.file, field.line, column + 1};
  const std::string found = field.text.empty() ? "an empty cell" : quoted(field.text);
  switch (parse_number(field.text).kind) {
    case NumberKind::missing:
      throw Error(ErrorCode::data, place,
                  "found " + found + " (no value) in " + column_name(column) + advice(no_value));
    case NumberKind::not_finite:
      throw Error(ErrorCode::data, place,
                  "found " + found + " in " + column_name(column) + " where finite numbers are expected" +
                      advice(not_finite));
    default:
      refuse_text(column, field);
  }
}

void DatasetBuilder::check_ids() const {
  std::unordered_map<std::string_view, std::size_t> rows;
  rows.reserve(dataset_.ids.size());
  for (std::size_t row = 0; row < dataset_.ids.size(); ++row) {
    const auto [first, is_new] = rows.emplace(dataset_.ids[row], row);
    if (is_new) continue;
    const bool has_lines = !dataset_.lines.empty();
    throw Error(ErrorCode::data, {columns_.file, has_lines ? dataset_.lines[row] : 0},
                "found the id " + quoted(dataset_.ids[row]) + " a second time (first " +
                    (has_lines ? "on line " + std::to_string(dataset_.lines[first->second])
                               : "in row " + std::to_string(first->second + 1)) +
                    "); give every row an id of its own");
  }
}

}  // namespace comac
