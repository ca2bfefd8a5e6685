// SPDX-License-Identifier: MIT
#include "data/dataset_builder.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <unordered_set>

#include "base/memory.hpp"
#include "comac/base/error.hpp"

namespace comac {
namespace {

/// All different, each a text or a whole number: what may name rows.
bool may_be_ids(const std::vector<std::string>& texts) {
  std::unordered_set<std::string_view> seen;
  seen.reserve(texts.size());
  return std::ranges::all_of(texts, [&](const std::string& text) {
    if (text.empty() || !seen.insert(text).second) return false;
    const Number number = parse_number(text);
    return number.kind != NumberKind::finite || number.value == std::floor(number.value);
  });
}

bool all_numbers(const ReadPlan& plan) {
  return plan.features() == plan.roles.size() && std::ranges::all_of(plan.forms, [](const Form& form) {
           return form.about.kind == ColumnKind::number && !form.decimal_comma;
         });
}

}  // namespace

DatasetBuilder::DatasetBuilder(const Columns& columns, const ReadPlan& plan, const ReadOptions& options)
    : columns_(columns),
      plan_(plan),
      options_(options),
      features_(plan.features()),
      takes_numbers_(all_numbers(plan)),
      cells_(plan.forms),
      candidates_(columns.count) {
  if (!options.label_column.empty()) dataset_.labels.emplace();
  if (!options.truth_column.empty()) dataset_.truth.emplace();
  for (std::size_t c = 0; c < columns_.names.size(); ++c) {
    if (plan_.roles[c] == feature_role) dataset_.table.column_names.push_back(columns_.names[c]);
  }
  dataset_.table.columns = features_;
  dataset_.left_out = plan.left_out;
}

void DatasetBuilder::reserve(std::size_t rows, std::size_t file_size) {
  const std::size_t limit = options_.memory_limit;
  const double bytes = static_cast<double>(rows) * static_cast<double>((features_ + 1) * sizeof(double)) +
                       static_cast<double>(limit > 0 ? file_size : 0);
  require_memory(bytes < 1e18 ? static_cast<std::size_t>(bytes) : SIZE_MAX, limit,
                 columns_.file + ": a table of up to " + plural(rows, "row") + " and " +
                     plural(columns_.count, "column"),
                 features_ > rows ? "use fewer columns" : "use fewer rows");
  dataset_.table.values.reserve(rows * features_);
  dataset_.lines.reserve(rows);
}

bool DatasetBuilder::add(std::span<const Field> fields, std::size_t line) {
  check_width(columns_, fields, line);
  for (std::size_t c = 0; c < fields.size(); ++c) {
    if (plan_.roles[c] != feature_role) {
      add_name(c, fields[c].text, {columns_.file, fields[c].line, c + 1});
    } else if (!add_feature(c, fields[c])) {
      return false;
    }
  }
  dataset_.lines.push_back(line);
  ++dataset_.table.rows;
  return true;
}

bool DatasetBuilder::add_feature(std::size_t column, const Field& field) {
  const auto number = cells_.number(column, field.text);
  const bool is_matrix = columns_.purpose == Purpose::matrix;
  if (!number && !is_matrix && !plan_.judged) return false;
  const bool no_value = number && std::isnan(*number);
  if (!number || (no_value && (is_matrix || options_.missing == Missing::refuse))) refuse(column, field);
  dataset_.table.values.push_back(*number);
  return true;
}

void DatasetBuilder::add(std::span<const double> numbers, std::size_t line) {
  assert(takes_numbers_ && numbers.size() == features_);
  dataset_.table.values.insert(dataset_.table.values.end(), numbers.begin(), numbers.end());
  dataset_.lines.push_back(line);
  ++dataset_.table.rows;
}

void DatasetBuilder::add(std::span<const double> numbers) {
  const bool may_miss = columns_.purpose == Purpose::features && options_.missing != Missing::refuse;
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    if (plan_.roles[c] != feature_role) {
      add_name(c, std::isnan(numbers[c]) ? "" : to_text(numbers[c]), {columns_.file});
      continue;
    }
    if (std::isinf(numbers[c]) || (std::isnan(numbers[c]) && !may_miss)) {
      throw Error(
          ErrorCode::data, {columns_.file},
          "found " + quoted(to_text(numbers[c])) + " in row " +
              std::to_string(first_row_ + dataset_.table.rows + 1) + ", " + columns_.title(c) +
              " (counted from 1), where finite numbers are expected" +
              advice("; correct it, remove the row or leave out the column with " + setting("ignore")));
    }
    // A number goes the way of a text only where it is a code or a rank.
    const bool plain = plan_.forms[c].about.kind == ColumnKind::number || std::isnan(numbers[c]);
    const auto number = plain ? numbers[c] : cells_.number(c, to_text(numbers[c]));
    if (!number) refuse(c, Field{to_text(numbers[c])});
    dataset_.table.values.push_back(*number);
  }
  ++dataset_.table.rows;
}

void DatasetBuilder::add(std::span<const FrameCell> cells) {
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const auto& [number, text] = cells[c];
    if (plan_.roles[c] != feature_role) {
      add_name(c, text != nullptr ? *text : std::isnan(number) ? "" : to_text(number), {columns_.file});
    } else if (text != nullptr) {
      add_feature(c, Field{*text});
    } else if (std::isinf(number)) {
      refuse(c, Field{to_text(number)});
    } else {
      const ColumnKind kind = plan_.forms[c].about.kind;
      const bool named = kind == ColumnKind::category || kind == ColumnKind::ordinal;
      const std::string name = named && !std::isnan(number) ? to_text(number) : "";
      if (name.empty())
        dataset_.table.values.push_back(number);
      else
        add_feature(c, Field{name});
    }
  }
  ++dataset_.table.rows;
}

void DatasetBuilder::add_name(std::size_t column, std::string_view text, Place place) {
  const unsigned roles = plan_.roles[column];
  if (roles & label_role) {
    dataset_.labels->ids.push_back(is_unknown_label(text) ? unknown_category : label_names_.number(text));
  }
  if (roles & truth_role) {
    dataset_.truth->ids.push_back(is_missing(text) ? unknown_category : truth_names_.number(text));
  }
  if (roles & candidate_role) candidates_[column].emplace_back(text);
  if (roles & id_role) {
    if (text.empty()) {
      throw Error(ErrorCode::data, std::move(place), "found an empty id; give every row an id of its own");
    }
    dataset_.ids.emplace_back(text);
  }
}

std::vector<std::size_t> DatasetBuilder::failed_candidates() const {
  std::vector<std::size_t> failed;
  for (std::size_t c = 0; c < columns_.count; ++c) {
    if (plan_.roles[c] == candidate_role && !may_be_ids(candidates_[c])) failed.push_back(c);
  }
  return failed;
}

/// The first one names the rows, if nothing else does; the others say nothing about them.
void DatasetBuilder::take_candidates() {
  for (std::size_t c = 0; c < columns_.count; ++c) {
    if (plan_.roles[c] != candidate_role) continue;
    ColumnFinding& finding = dataset_.columns[c];
    const bool unnamed = c == 0 && columns_.unnamed_first;
    finding.why = unnamed ? "it has no name and all its values differ" : "all its values differ";
    finding.use = dataset_.ids.empty() ? ColumnFinding::Use::id : ColumnFinding::Use::left_out;
    if (dataset_.ids.empty()) dataset_.ids = std::move(candidates_[c]);
  }
}

void DatasetBuilder::describe_columns() {
  using Use = ColumnFinding::Use;
  for (std::size_t c = 0; c < columns_.count; ++c) {
    const unsigned role = plan_.roles[c];
    const Use use = role == feature_role       ? Use::feature
                    : (role & label_role) != 0 ? Use::label
                    : (role & truth_role) != 0 ? Use::truth
                    : (role & id_role) != 0    ? Use::id
                    : plan_.why[c].empty()     ? Use::ignored
                                               : Use::left_out;
    const bool named = !columns_.names.empty();
    dataset_.columns.push_back({.name = named ? columns_.names[c] : "column " + std::to_string(c + 1),
                                .use = use,
                                .kind = plan_.forms[c].about.kind,
                                .missing = 0,
                                .why = plan_.why[c]});
    if (use == Use::feature) dataset_.table.about.push_back(cells_.take(c));
  }
}

Dataset DatasetBuilder::finish() {
  if (dataset_.table.rows == 0) {
    throw Error(ErrorCode::data, {columns_.file},
                columns_.names.empty() ? "found no rows where a table is expected; check the file"
                                       : "found a header but no rows; check the file");
  }
  check_ids();
  describe_columns();
  take_candidates();
  reorder();
  if (dataset_.labels) dataset_.labels->names = label_names_.take();
  if (dataset_.truth) dataset_.truth->names = truth_names_.take();
  return std::move(dataset_);
}

/// Brings the features into the order in which they were asked for.
void DatasetBuilder::reorder() {
  Table& table = dataset_.table;
  if (plan_.order.empty() || plan_.order == table.column_names) return;
  std::vector<std::size_t> from;
  std::vector<ColumnAbout> about;
  for (const std::string& name : plan_.order) {
    from.push_back(
        static_cast<std::size_t>(std::ranges::find(table.column_names, name) - table.column_names.begin()));
    about.push_back(std::move(table.about[from.back()]));
  }
  std::vector<double> row(table.columns);
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) row[c] = table.at(r, from[c]);
    std::ranges::copy(row, table.values.begin() + static_cast<std::ptrdiff_t>(r * table.columns));
  }
  table.column_names = plan_.order;
  table.about = std::move(about);
}

std::string DatasetBuilder::advice(const std::string& for_features) const {
  if (columns_.of_model) return "; correct it or remove the row";
  return columns_.purpose == Purpose::matrix ? "; a matrix holds finite numbers only" : for_features;
}

void DatasetBuilder::refuse(std::size_t column, const Field& field) const {
  const Place place{columns_.file, field.line, column + 1};
  const std::string found = "found " + (field.text.empty() ? "an empty cell" : quoted(field.text));
  const std::string in = " in " + columns_.title(column);
  const ColumnAbout& about = plan_.forms[column].about;
  if (is_no_value(field.text)) {
    throw Error(ErrorCode::data, place,
                found + " (no value)" + in +
                    advice("; fill it in, remove the row or leave out the column with " + setting("ignore")));
  }
  if (about.kind == ColumnKind::ordinal) {
    throw Error(ErrorCode::data, place,
                found + in + " where one of " + all_quoted(about.names) + " is expected; " +
                    (columns_.of_model ? "" : "add it to " + setting("ordinal") + " or ") + "correct it");
  }
  const std::string expected = about.kind == ColumnKind::boolean ? "yes or no"
                               : about.kind == ColumnKind::date  ? "dates of one form"
                                                                 : "finite numbers";
  throw Error(ErrorCode::data, place,
              found + in + " where " + (columns_.purpose == Purpose::matrix ? "numbers" : expected) +
                  " are expected" + advice("; correct it"));
}

void DatasetBuilder::check_ids() const {
  std::unordered_map<std::string_view, std::size_t> rows;
  rows.reserve(dataset_.ids.size());
  for (std::size_t row = 0; row < dataset_.ids.size(); ++row) {
    const auto [first, is_new] = rows.emplace(dataset_.ids[row], row);
    if (is_new) continue;
    const bool has_lines = !dataset_.lines.empty();
    throw repeated_id(columns_.file, dataset_.ids[row], has_lines ? dataset_.lines[row] : 0,
                      has_lines ? "on line " + std::to_string(dataset_.lines[first->second])
                                : "in row " + std::to_string(first->second + 1));
  }
}

Error repeated_id(const std::string& file, const std::string& id, std::size_t line,
                  const std::string& first) {
  return {
      ErrorCode::data,
      {file, line},
      "found the id " + quoted(id) + " a second time (first " + first + "); give every row an id of its own"};
}

}  // namespace comac
