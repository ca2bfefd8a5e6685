// SPDX-License-Identifier: MIT
#include "prep/scale.hpp"

#include <algorithm>
#include <cmath>

namespace comac {
namespace {

struct Column {
  double lowest = INFINITY;
  double highest = -INFINITY;
  double unit =
      1;  ///< a power of two that brings the values near 1: their squares are numbers, no bit is lost
  double mean = 0;  ///< of the values times the unit, as are the squares
  double squares = 0;
};

double unit_of(const Column& column) {
  const double largest = std::max(std::abs(column.lowest), std::abs(column.highest));
  return largest > 0 ? std::ldexp(1, -std::clamp(std::ilogb(largest), -1000, 1000)) : 1;
}

/// Calls visit(column, value) for all values.
template <class Visit>
void for_values(const Table& table, std::vector<Column>& columns, Visit visit) {
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) visit(columns[c], table.at(r, c));
  }
}

std::vector<Column> summarise(const Table& table) {
  std::vector<Column> columns(table.columns);
  for_values(table, columns, [](Column& column, double value) {
    column.lowest = std::min(column.lowest, value);
    column.highest = std::max(column.highest, value);
  });
  for (auto& column : columns) column.unit = unit_of(column);
  for_values(table, columns, [](Column& column, double value) { column.mean += value * column.unit; });
  for (auto& column : columns) column.mean /= static_cast<double>(table.rows);
  // Another pass, because a sum of squares about 0 loses all digits where the mean is large.
  for_values(table, columns, [](Column& column, double value) {
    const double difference = value * column.unit - column.mean;
    column.squares += difference * difference;
  });
  return columns;
}

/// 1 / deviation. Constant is what has one value: rounding of the mean would give it a tiny deviation.
double factor(const Column& column, std::size_t rows) {
  if (!(column.lowest < column.highest)) return 0;
  return 1 / std::sqrt(column.squares / static_cast<double>(rows - 1));
}

}  // namespace

Table zscore(const Table& table) {
  const std::vector<Column> columns = summarise(table);
  std::vector<double> factors;
  for (const auto& column : columns) factors.push_back(factor(column, table.rows));

  Table scaled = table;
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      scaled.at(r, c) =
          factors[c] > 0 ? (table.at(r, c) * columns[c].unit - columns[c].mean) * factors[c] : 0;
    }
  }
  return scaled;
}

}  // namespace comac
