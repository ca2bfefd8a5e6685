// SPDX-License-Identifier: MIT
#include "comac/prep/scale.hpp"

#include <algorithm>
#include <cmath>

namespace comac {
namespace {

struct Column {
  double mean = 0;
  double squares = 0;
  double lowest = INFINITY;
  double highest = -INFINITY;
};

std::vector<Column> summarise(const Table& table) {
  std::vector<Column> columns(table.columns);
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      const double value = table.at(r, c);
      columns[c].mean += value;
      columns[c].lowest = std::min(columns[c].lowest, value);
      columns[c].highest = std::max(columns[c].highest, value);
    }
  }
  for (auto& column : columns) column.mean /= static_cast<double>(table.rows);
  // A second pass, because a sum of squares about 0 loses all digits where the mean is large.
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      const double difference = table.at(r, c) - columns[c].mean;
      columns[c].squares += difference * difference;
    }
  }
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
      scaled.at(r, c) = factors[c] > 0 ? (table.at(r, c) - columns[c].mean) * factors[c] : 0;
    }
  }
  return scaled;
}

}  // namespace comac
