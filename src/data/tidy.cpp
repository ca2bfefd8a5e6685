// SPDX-License-Identifier: MIT
#include "data/tidy.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "comac/base/error.hpp"
#include "data/column_notes.hpp"
#include "data/text.hpp"

namespace comac {
namespace {

using Use = ColumnFinding::Use;

constexpr std::size_t enough_to_count = 20;  // rows; below, a column 1, 2, 3 may well be something else

/// The finding of each feature, in the order of the table.
std::vector<ColumnFinding*> features_of(Dataset& dataset) {
  std::vector<ColumnFinding*> found;
  for (ColumnFinding& column : dataset.columns) {
    if (column.use == Use::feature) found.push_back(&column);
  }
  return found;
}

template <class Item>
void keep(std::vector<Item>& items, const std::vector<bool>& kept) {
  if (items.empty()) return;
  std::size_t next = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) std::swap(items[next++], items[i]);
  }
  items.resize(next);
}

void keep_columns(Table& table, const std::vector<bool>& kept) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    if (kept[i % table.columns]) table.values[next++] = table.values[i];
  }
  table.values.resize(next);
  keep(table.column_names, kept);
  keep(table.about, kept);
  table.columns = static_cast<std::size_t>(std::ranges::count(kept, true));
}

void leave_out_rows(Dataset& dataset, const std::vector<bool>& kept) {
  Table& table = dataset.table;
  std::size_t next = 0;
  for (std::size_t r = 0; r < table.rows; ++r) {
    if (!kept[r]) {
      dataset.rows_left_out.push_back(dataset.ids.empty() ? std::to_string(r) : dataset.ids[r]);
      continue;
    }
    dataset.row_numbers.push_back(r);
    std::ranges::copy(table.row(r),
                      table.values.begin() + static_cast<std::ptrdiff_t>(next++ * table.columns));
  }
  table.rows = next;
  table.values.resize(next * table.columns);
  keep(dataset.ids, kept);
  keep(dataset.lines, kept);
  if (dataset.labels) keep(dataset.labels->ids, kept);
  if (dataset.truth) keep(dataset.truth->ids, kept);
}

/// 0, 1, 2, ... or 1, 2, 3, ... in the first column of a file without a header.
void take_row_numbers(Dataset& dataset) {
  Table& table = dataset.table;
  if (table.rows < enough_to_count || table.columns < 2 || !table.column_names.empty()) return;
  if (dataset.columns.front().use != Use::feature || table.about[0].kind != ColumnKind::number) return;
  const double first = table.at(0, 0);
  if (first != 0 && first != 1) return;
  for (std::size_t r = 0; r < table.rows; ++r) {
    if (table.at(r, 0) != first + static_cast<double>(r)) return;
  }
  const bool has_ids = !dataset.ids.empty();
  for (std::size_t r = 0; r < table.rows && !has_ids; ++r) dataset.ids.push_back(to_text(table.at(r, 0)));
  dataset.columns.front().use = has_ids ? Use::left_out : Use::id;
  dataset.columns.front().why = first == 0 ? "it counts them from 0" : "it counts them from 1";
  std::vector<bool> kept(table.columns, true);
  kept[0] = false;
  keep_columns(table, kept);
}

/// Few different values, none of them between two whole numbers; of numbers each comes twice on the average.
bool are_classes(const Table& table, std::size_t column, bool texts) {
  constexpr std::size_t most = 30;
  std::set<double> values;
  for (std::size_t r = 0; r < table.rows; ++r) {
    const double value = table.at(r, column);
    if (std::isnan(value)) continue;
    if (value != std::floor(value)) return false;
    values.insert(value);
    if (values.size() > most) return false;
  }
  return texts || 2 * values.size() <= table.rows;
}

/// A table's classes stand in its first or last column; names and other columns about the answer don't count.
bool stands_at_an_end(const std::vector<ColumnFinding>& columns, std::size_t column) {
  const auto counts = [](const ColumnFinding& other) {
    return other.use != Use::id && other.use != Use::left_out && !is_name_of_classes(other.name, true) &&
           lower(other.name) != "confidence";
  };
  const auto at = columns.begin() + static_cast<std::ptrdiff_t>(column);
  return std::none_of(columns.begin(), at, counts) || std::none_of(at + 1, columns.end(), counts);
}

/// Passengers, tickets and schools have a class, too: amid other columns, or beside what became of them.
bool may_be_feature(const std::vector<ColumnFinding>& columns, std::size_t column) {
  const std::string name = lower(trim(columns[column].name));
  if (name != "class" && name != "classes") return false;
  return !stands_at_an_end(columns, column) ||
         std::ranges::any_of(columns, is_name_of_outcomes, &ColumnFinding::name);
}

/// Half a sentence about a column that by its name holds the classes.
std::string about_classes(Purpose purpose, bool is_kept) {
  const bool in_memory = purpose == Purpose::frame;
  if (is_kept)
    return in_memory ? "if it holds the classes, give them as y"
                     : "if it holds the classes, name it as truth column or label column";
  return in_memory ? "its name says that it holds the classes; give them as y, or rename the column to "
                     "cluster by it"
                   : "its name says that it holds the classes; name it as truth column, label column or "
                     "category to "
                     "use it";
}

/// What is called class and the like would give the answer away: it is left out unless it was asked for, or
/// may as well be a feature, which then is said.
void leave_out_classes(Dataset& dataset, const ReadPlan& plan, Purpose purpose) {
  Table& table = dataset.table;
  std::vector<bool> kept(table.columns, true);
  std::vector<ColumnFinding*> found;
  std::size_t next = 0;
  for (std::size_t c = 0; c < dataset.columns.size(); ++c) {
    ColumnFinding& column = dataset.columns[c];
    if (column.use != Use::feature) continue;
    const std::size_t at = next++;
    const bool texts = column.kind == ColumnKind::category || column.kind == ColumnKind::boolean;
    if (plan.asked_for[c] || !is_name_of_classes(column.name, texts) || !are_classes(table, at, texts))
      continue;
    kept[at] = may_be_feature(dataset.columns, c);
    if (kept[at])
      column.why = about_classes(purpose, true);
    else
      found.push_back(&column);
  }
  if (found.empty() || found.size() == table.columns) return;  // where there is nothing else, it is data
  for (ColumnFinding* column : found) {
    column->use = Use::left_out;
    column->why = about_classes(purpose, false);
  }
  keep_columns(table, kept);
}

void count_missing(Dataset& dataset, const ReadPlan& plan) {
  const Table& table = dataset.table;
  std::vector<std::size_t> missing(table.columns, 0);
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) missing[c] += std::isnan(table.at(r, c)) ? 1 : 0;
  }
  const auto features = features_of(dataset);
  for (std::size_t c = 0; c < features.size(); ++c) {
    const auto at = plan.order.empty()
                        ? c
                        : static_cast<std::size_t>(std::ranges::find(table.column_names, features[c]->name) -
                                                   table.column_names.begin());
    features[c]->missing = missing[at];
  }
}

void leave_out_columns(Dataset& dataset) {
  Table& table = dataset.table;
  std::vector<bool> kept(table.columns, true);
  const auto features = features_of(dataset);
  for (std::size_t c = 0; c < features.size(); ++c) {
    if (2 * features[c]->missing <= table.rows) continue;
    kept[c] = false;
    features[c]->use = Use::left_out;
    features[c]->why = "mostly missing";
  }
  if (std::ranges::find(kept, false) != kept.end()) keep_columns(table, kept);
}

/// Rows that miss more than half, or anything.
std::vector<bool> rows_to_keep(const Table& table, Missing policy) {
  std::vector<bool> kept(table.rows, true);
  for (std::size_t r = 0; r < table.rows; ++r) {
    const auto missing = static_cast<std::size_t>(
        std::ranges::count_if(table.row(r), [](double value) { return std::isnan(value); }));
    kept[r] = policy == Missing::drop ? missing == 0 : 2 * missing <= table.columns;
  }
  return kept;
}

void check_features(const Dataset& dataset, const Columns& columns) {
  if (dataset.table.columns > 0) return;
  std::vector<std::string> reasons;
  for (const ColumnFinding& column : dataset.columns) {
    if (column.use == Use::left_out) reasons.push_back(quoted(column.name) + " (" + column.why + ")");
  }
  throw Error(ErrorCode::data, {columns.file},
              "found no column to cluster by, but only " + listed(reasons) + "; bring another column");
}

void leave_out_rows(Dataset& dataset, const Columns& columns, Missing policy) {
  const bool whole = std::ranges::all_of(dataset.columns, [](const ColumnFinding& column) {
    return column.use != Use::feature || column.missing == 0;
  });
  if (whole) return;
  const std::vector<bool> kept = rows_to_keep(dataset.table, policy);
  if (std::ranges::find(kept, false) == kept.end()) return;
  if (std::ranges::find(kept, true) == kept.end()) {
    throw Error(ErrorCode::data, {columns.file},
                policy == Missing::drop
                    ? "found missing values in every row, so none is left; use " + setting("missing", "fill")
                    : "found hardly any value in every row; bring more values");
  }
  leave_out_rows(dataset, kept);
}

}  // namespace

void tidy(Dataset& dataset, const Columns& columns, const ReadPlan& plan, const ReadOptions& options) {
  if (columns.purpose == Purpose::matrix) return;
  const bool as_asked = !options.features.empty();
  const bool in_memory = columns.purpose == Purpose::frame;
  if (!as_asked && !in_memory && options.columns.empty()) take_row_numbers(dataset);
  if (!as_asked) leave_out_classes(dataset, plan, columns.purpose);
  count_missing(dataset, plan);
  if (!as_asked) {
    leave_out_columns(dataset);
    check_features(dataset, columns);
    if (!in_memory) leave_out_rows(dataset, columns, options.missing);
    if (!dataset.rows_left_out.empty()) count_missing(dataset, plan);
  }
  for (std::string& note : column_notes(columns, dataset, plan, options.missing))
    dataset.notes.push_back(std::move(note));
}

}  // namespace comac
