// SPDX-License-Identifier: MIT
#include "prep/scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "comac/base/error.hpp"

namespace comac {
namespace {

/// What a pass over a column finds out.
struct Summary {
  double lowest = INFINITY;
  double highest = -INFINITY;
  double unit =
      1;  ///< brings the values near 1: their squares are numbers, and as a power of two it loses no bit
  double mean = 0;  ///< of the values times the unit, as are the squares
  double squares = 0;
};

double unit_of(double lowest, double highest) {
  const double largest = std::max(std::abs(lowest), std::abs(highest));
  return largest > 0 ? std::ldexp(1, -std::clamp(std::ilogb(largest), -1000, 1000)) : 1;
}

/// Calls visit(column, value) for all values.
template <class Visit>
void for_values(const TableView& table, std::vector<Summary>& columns, Visit visit) {
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) visit(columns[c], table.at(r, c));
  }
}

std::vector<Summary> summarise(const TableView& table) {
  std::vector<Summary> columns(table.columns);
  for_values(table, columns, [](Summary& column, double value) {
    column.lowest = std::min(column.lowest, value);
    column.highest = std::max(column.highest, value);
  });
  for (auto& column : columns) column.unit = unit_of(column.lowest, column.highest);
  for_values(table, columns, [](Summary& column, double value) { column.mean += value * column.unit; });
  for (auto& column : columns) column.mean /= static_cast<double>(table.rows);
  // Another pass, because a sum of squares about 0 loses all digits where the mean is large.
  for_values(table, columns, [](Summary& column, double value) {
    const double difference = value * column.unit - column.mean;
    column.squares += difference * difference;
  });
  return columns;
}

/// 1 / deviation. Constant is what has one value: rounding of the mean would give it a tiny deviation.
double factor(const Summary& column, std::size_t rows) {
  if (!(column.lowest < column.highest)) return 0;
  return 1 / std::sqrt(column.squares / static_cast<double>(rows - 1));
}

}  // namespace

Scaling Scaling::fit(const TableView& table) {
  Scaling scaling;
  for (const Summary& column : summarise(table)) {
    const double by = factor(column, table.rows);
    scaling.columns_.push_back({column.unit, by > 0 ? column.mean : 0, by});
  }
  // The squares of two rows of a scaled column differ by 2 on the average, as those of two indicators do.
  for (std::size_t c = 0; c < table.columns; ++c) {
    if (table.is_indicator(c)) scaling.columns_[c] = {1, 0, 1};
  }
  return scaling;
}

Scaling Scaling::robust(std::span<const Spread> columns) {
  Scaling scaling;
  for (const Spread& column : columns) {
    if (column.indicator) {
      scaling.columns_.push_back({1, 0, 1});
      continue;
    }
    const double unit = unit_of(column.lowest, column.highest);
    const double by = column.width > 0 ? 1 / (column.width * unit) : 0;
    scaling.columns_.push_back({unit, by > 0 ? column.median * unit : 0, by});
  }
  return scaling;
}

Scaling Scaling::as_they_are(std::span<const Spread> columns) {
  double squares = 0, count = 0;
  for (const Spread& column : columns) {
    if (column.indicator || !(column.width > 0)) continue;
    squares += column.width * column.width;
    ++count;
  }
  const double width = std::sqrt(squares / count);
  Scaling scaling;
  for (const Spread& column : columns) {
    const bool changed = column.indicator && std::isfinite(width) && width > 0;
    scaling.columns_.push_back({1, 0, changed ? width : 1});
  }
  return scaling;
}

Table Scaling::apply(const TableView& rows) const {
  Table scaled{rows.rows,
               columns_.size(),
               std::vector<double>(rows.rows * columns_.size()),
               {rows.column_names.begin(), rows.column_names.end()}};
  for (std::size_t r = 0; r < scaled.rows; ++r) {
    for (std::size_t c = 0; c < scaled.columns; ++c) {
      const auto& [unit, mean, by] = columns_[c];
      scaled.at(r, c) = by > 0 ? (rows.at(r, c) * unit - mean) * by : 0;
    }
  }
  return scaled;
}

nlohmann::json Scaling::to_json() const {
  auto columns = nlohmann::json::array();
  for (const Column& column : columns_) columns.push_back({column.unit, column.mean, column.factor});
  return {{"columns", std::move(columns)}};
}

Scaling Scaling::from_json(const nlohmann::json& json) {
  Scaling scaling;
  for (const auto& column : json.at("columns")) {
    const auto numbers = column.get<std::array<double, 3>>();
    if (!std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); })) {
      throw Error(ErrorCode::data, "a scaled column has a mean or a deviation that is no number");
    }
    scaling.columns_.push_back({numbers[0], numbers[1], numbers[2]});
  }
  return scaling;
}

Table zscore(const TableView& table) { return Scaling::fit(table).apply(table); }

}  // namespace comac
