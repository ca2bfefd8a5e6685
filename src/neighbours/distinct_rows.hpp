// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// Told how many more rows are done; throws to cancel.
using RowsDone = std::function<void(std::size_t rows)>;

/// The rows of a table without repetitions, and which rows each stands for. A search among them takes no
/// longer where rows are equal by the hundred thousand. In order of the first appearance, so that ties by
/// index stay so.
class DistinctRows {
 public:
  /// O(rows columns). What the table shows must outlive this.
  DistinctRows(const TableView& table, const RowsDone& done);
  DistinctRows(const DistinctRows&) = delete;
  DistinctRows& operator=(const DistinctRows&) = delete;

  std::size_t size() const { return offset_.size() - 1; }
  std::size_t columns() const { return table_.columns; }
  std::size_t rows() const { return table_.rows; }
  std::span<const double> row(std::size_t d) const { return table_.row(member_[offset_[d]]); }
  /// Rows of the table that equal it, in order.
  std::span<const std::uint32_t> members(std::size_t d) const {
    return {member_.data() + offset_[d], offset_[d + 1] - offset_[d]};
  }
  /// How many rows have so many equals, themselves counted.
  std::size_t rows_with(std::size_t equals) const {
    std::size_t count = 0;
    for (std::size_t d = 0; d < size(); ++d) count += members(d).size() >= equals ? members(d).size() : 0;
    return count;
  }
  /// The distinct row that the p-th stands for if all rows are sorted by what they equal.
  std::size_t at_place(std::size_t p) const;

 private:
  std::optional<Table> whole_rows_;  // a copy if those of the caller aren't
  TableView table_;
  std::vector<std::uint32_t> offset_;
  std::vector<std::uint32_t> member_;
};

/// Squared Euclidean, column after column: the bits that all searches give.
inline double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

}  // namespace comac
