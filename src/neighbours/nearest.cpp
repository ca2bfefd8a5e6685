// SPDX-License-Identifier: MIT
#include "neighbours/nearest.hpp"

#include <algorithm>
#include <atomic>

#include "comac/base/error.hpp"
#include "neighbours/kd_tree.hpp"

namespace comac {
namespace {

constexpr double most_work_of_scan = 8e9;  // differences: a few seconds
constexpr double passes_of_graph = 50;     // how often it says that all rows are done, or so

bool uses_tree(std::size_t columns) { return columns <= most_columns_of_tree; }

bool is_exact(std::size_t rows, std::size_t columns, NeighbourSearch search) {
  return search == NeighbourSearch::exact ||
         (search == NeighbourSearch::automatic && exact_is_affordable(rows, columns));
}

}  // namespace

bool exact_is_affordable(std::size_t rows, std::size_t columns) {
  const double n = static_cast<double>(rows);
  return uses_tree(columns) || n * n * static_cast<double>(columns) <= most_work_of_scan;
}

bool sees_beyond_equals(const DistinctRows& rows, const NearestOptions& options) {
  return options.see_beyond_equals && rows.size() > 1 && 2 * rows.rows_with(options.count + 1) > rows.rows();
}

std::size_t nearest_memory(std::size_t rows, std::size_t columns, const NearestOptions& options) {
  const std::size_t count = std::min(options.count, rows - 1);
  const std::size_t lists = count * (sizeof(std::uint32_t) + sizeof(double)), distinct = 8;
  if (is_exact(rows, columns, options.search)) {
    return rows * (lists + distinct + (uses_tree(columns) ? 16 : 0) + columns * sizeof(double));
  }
  const std::size_t points = (columns + 15) / 16 * 64;
  const std::size_t candidates = count * (2 * sizeof(std::uint32_t) + sizeof(float));
  const std::size_t reverse = 2 * sizeof(std::size_t) + count * sizeof(std::uint32_t) / 2;
  const std::size_t order = distinct + 2 * sizeof(std::uint32_t);
  const std::size_t of_sample = columns * sizeof(double) + distinct;
  return rows * std::max({of_sample, order + points + candidates + reverse, order + candidates + lists});
}

Nearest nearest_rows(const TableView& table, const NearestOptions& options, ProgressGate& progress) {
  std::atomic<std::size_t> rows_done = 0;
  double total = static_cast<double>(table.rows);
  const RowsDone done = [&](std::size_t rows) {
    rows_done += rows;
    if (progress.report({"neighbours", std::min(1.0, static_cast<double>(rows_done) / total)})) {
      throw Error(ErrorCode::interrupted,
                  "interrupted while near rows were searched; there is no result yet");
    }
  };
  const DistinctRows rows(table, done);
  total = static_cast<double>(rows.size());
  if (rows.size() > 1 && !is_exact(rows.size(), rows.columns(), options.search)) {
    total *= passes_of_graph;
    return nearest_by_graph(rows, options, done);
  }
  return {
      uses_tree(table.columns) ? nearest_by_tree(rows, options, done) : nearest_by_scan(rows, options, done),
      true, 1};
}

}  // namespace comac
