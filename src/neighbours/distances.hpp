// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// Squared Euclidean distances from one row to all, feature by feature: d(i,j) and d(j,i) have the same
/// bits, and equal rows have distance 0.
class Distances {
 public:
  explicit Distances(const TableView& table)
      : Distances(table.rows, table.columns, [&](std::size_t r, std::size_t c) { return table.at(r, c); }) {}
  /// value(r, c) is what row r has in column c.
  template <class Value>
  Distances(std::size_t rows, std::size_t columns, Value value)
      : rows_(rows), columns_(columns), by_column_(rows * columns) {
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns; ++c) by_column_[c * rows + r] = value(r, c);
    }
  }

  std::size_t rows() const { return rows_; }
  /// out[j] = |x_i - x_j|^2 for first <= j < first + out.size(). O(columns) each.
  void from(std::size_t i, std::size_t first, std::span<double> out) const;
  /// The same from a row that is not in the table.
  void from(std::span<const double> row, std::size_t first, std::span<double> out) const;

 private:
  std::size_t rows_;
  std::size_t columns_;
  std::vector<double> by_column_;  // the table transposed, so that a loop over rows is contiguous
};

/// That of two rows alone. O(columns).
double squared_distance(const TableView& rows, std::size_t a, std::size_t b);

/// Sum of the `count` smallest values; `scratch` is kept from call to call. O(values + count log count).
double sum_of_smallest(std::span<const double> values, std::size_t count, std::vector<double>& scratch);

}  // namespace comac
