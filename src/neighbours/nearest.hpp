// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/progress_gate.hpp"
#include "comac/data/table.hpp"
#include "comac/options.hpp"
#include "neighbours/distinct_rows.hpp"

namespace comac {

/// The nearest other rows of each row, nearest first, ties by index. All lists have the same length.
struct NearestLists {
  std::size_t rows = 0;
  std::size_t count = 0;              ///< rows in a list
  UnfilledVector<std::uint32_t> row;  ///< list after list
  UnfilledVector<double> distance;    ///< squared Euclidean

  NearestLists() = default;
  NearestLists(std::size_t of_rows, std::size_t nearest)
      : rows(of_rows), count(nearest), row(of_rows * nearest), distance(of_rows * nearest) {}
  std::span<const std::uint32_t> rows_of(std::size_t i) const { return {row.data() + i * count, count}; }
  std::span<const double> distances_of(std::size_t i) const { return {distance.data() + i * count, count}; }
};

struct NearestOptions {
  std::size_t count = 19;  ///< other rows; fewer where the table has fewer
  NeighbourSearch search = NeighbourSearch::automatic;
  std::uint64_t seed = 1;
  std::size_t threads = 0;
  double recall = 0.95;  ///< what an approximate search aims at
  /// Where most rows have so many equals that their lists would hold nothing else, only the first quarter of
  /// each list are equals, and the others take turns in the lists: then the lists still tell what is near.
  bool see_beyond_equals = false;
};

struct Nearest {
  NearestLists lists;
  bool exact = true;
  double recall = 1;  ///< share of the true nearest that were found; of a sample where approximate
};

/// Whether the lists of these rows are to see beyond equals: if so asked, and if most would hold nothing
/// else.
bool sees_beyond_equals(const DistinctRows& rows, const NearestOptions& options);

/// The nearest rows of every row; the same for any number of threads and any instruction set.
/// Exact: a k-d tree in few dimensions, else all distances, O(rows^2 columns). Approximate: random trees,
/// then rounds in which rows look at the lists of their neighbours, until a sample says that the recall is
/// reached or no round would help; O(rows log rows) or so. Equal rows count once in all of that. Throws
/// Error(interrupted) if cancelled.
Nearest nearest_rows(const TableView& table, const NearestOptions& options, ProgressGate& progress);

/// Whether `automatic` searches exactly.
bool exact_is_affordable(std::size_t rows, std::size_t columns);

/// Bytes that a search takes at its peak, the table not counted, the lists that it returns included.
std::size_t nearest_memory(std::size_t rows, std::size_t columns, const NearestOptions& options);

NearestLists nearest_by_tree(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done);
NearestLists nearest_by_scan(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done);
/// At least two rows differ.
Nearest nearest_by_graph(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done);

}  // namespace comac
