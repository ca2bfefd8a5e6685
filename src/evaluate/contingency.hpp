// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace comac {

/// How often each class meets each cluster. Only cells that are not 0 are kept, so that a class or cluster
/// for every row is no trouble.
struct Contingency {
  struct Cell {
    std::size_t row = 0;     ///< indexes row_ids
    std::size_t column = 0;  ///< indexes column_ids
    std::uint64_t count = 0;
  };
  std::uint64_t total = 0;
  std::vector<std::uint32_t> row_ids;     ///< the ids that occur in the truth, ascending
  std::vector<std::uint32_t> column_ids;  ///< the ids that occur among the clusters, ascending
  std::vector<std::uint64_t> row_sums;
  std::vector<std::uint64_t> column_sums;
  std::vector<Cell> cells;  ///< by row, then column

  /// True if classes and clusters are the same sets of rows.
  bool is_bijection() const { return cells.size() == row_ids.size() && cells.size() == column_ids.size(); }
};

/// Counts; both spans have one entry for each row. O(rows log rows).
Contingency contingency(std::span<const std::uint32_t> truth, std::span<const std::uint32_t> found);

}  // namespace comac
