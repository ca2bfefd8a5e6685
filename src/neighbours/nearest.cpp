// SPDX-License-Identifier: MIT
#include "neighbours/nearest.hpp"

#include <algorithm>
#include <atomic>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "comac/base/error.hpp"
#include "neighbours/distances.hpp"
#include "neighbours/nearest_few.hpp"

namespace comac {
namespace {

constexpr std::size_t most_columns_of_tree = 8;  // beyond, a k-d tree visits most of its leaves
constexpr double most_work_of_scan = 8e9;        // differences: a few seconds
constexpr std::size_t sample_size = 256;

bool uses_tree(std::size_t columns) { return columns <= most_columns_of_tree; }

/// How many of `nearest` are in a list: rows as near as the farthest of them count too, whatever their index.
std::size_t hits(const std::vector<std::pair<double, std::uint32_t>>& nearest,
                 std::span<const double> found) {
  const auto as_near = std::ranges::upper_bound(found, nearest.back().first);
  return std::min(nearest.size(), static_cast<std::size_t>(as_near - found.begin()));
}

double recall_of_sample(const TableView& table, const NearestLists& lists, const NearestOptions& options) {
  Random random(options.seed);
  std::vector<std::size_t> sample(std::min(sample_size, table.rows));
  for (auto& row : sample) row = random.below(table.rows);
  const Distances distances(table);
  std::atomic<std::size_t> found = 0;
  parallel_for(sample.size(), 1, options.threads, [&](std::size_t begin, std::size_t) {
    const std::size_t i = sample[begin];
    std::vector<double> all(table.rows);
    distances.from(i, 0, all);
    NearestFew nearest(lists.count);
    for (std::uint32_t j = 0; j < table.rows; ++j) {
      if (j != i) nearest.offer(all[j], j);
    }
    found += hits(nearest.sorted(), lists.distances_of(i));
  });
  return static_cast<double>(found) / static_cast<double>(sample.size() * lists.count);
}

}  // namespace

bool exact_is_affordable(std::size_t rows, std::size_t columns) {
  const double n = static_cast<double>(rows);
  return uses_tree(columns) || n * n * static_cast<double>(columns) <= most_work_of_scan;
}

std::size_t nearest_memory(std::size_t rows, std::size_t columns, NeighbourSearch search) {
  const bool exact = search == NeighbourSearch::exact ||
                     (search == NeighbourSearch::automatic && exact_is_affordable(rows, columns));
  if (exact) return uses_tree(columns) ? rows * 24 : rows * columns * sizeof(double);
  constexpr std::size_t of_node = 240;  // hnswlib: links, label, lock and table of labels
  return rows * (2 * columns * sizeof(float) + of_node);
}

Nearest nearest_rows(const TableView& table, const NearestOptions& options, ProgressGate& progress) {
  const bool exact =
      options.search == NeighbourSearch::exact ||
      (options.search == NeighbourSearch::automatic && exact_is_affordable(table.rows, table.columns));
  std::atomic<std::size_t> rows_done = 0;
  const double total = static_cast<double>(exact ? table.rows : 2 * table.rows);
  const RowsDone done = [&](std::size_t rows) {
    rows_done += rows;
    if (progress.report({"neighbours", static_cast<double>(rows_done) / total})) {
      throw Error(ErrorCode::interrupted,
                  "interrupted while near rows were searched; there is no result yet");
    }
  };
  if (!exact) {
    NearestLists lists = nearest_by_graph(table, options, done);
    const double recall = lists.count == 0 ? 1 : recall_of_sample(table, lists, options);
    return {std::move(lists), false, recall};
  }
  return {uses_tree(table.columns) ? nearest_by_tree(table, options, done)
                                   : nearest_by_scan(table, options, done),
          true, 1};
}

}  // namespace comac
