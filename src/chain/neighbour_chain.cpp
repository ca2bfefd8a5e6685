// SPDX-License-Identifier: MIT
#include "chain/neighbour_chain.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "chain/bandwidth.hpp"
#include "chain/gaussian_chain.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 1024;
constexpr std::size_t distances_at_once = 16384;

/// For each entry of each list whether the other row lists this one too.
std::vector<char> mutual_entries(const NearestLists& lists, std::size_t threads) {
  std::vector<char> mutual(lists.row.size());
  parallel_for(lists.rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t n = 0; n < lists.count; ++n) {
        const auto of_other = lists.rows_of(lists.row[i * lists.count + n]);
        mutual[i * lists.count + n] =
            std::find(of_other.begin(), of_other.end(), static_cast<std::uint32_t>(i)) != of_other.end();
      }
    }
  });
  return mutual;
}

/// One after the other: their order is part of the result, and threads would gain nothing.
double sum_of_entries(const NearestLists& weights, const std::vector<char>& mutual, GraphKind graph) {
  auto sum = static_cast<double>(weights.rows);
  for (std::size_t e = 0; e < mutual.size(); ++e) {
    if (mutual[e]) sum += weights.distance[e];
    if (!mutual[e] && graph == GraphKind::either) sum += 2 * weights.distance[e];
  }
  return sum;
}

/// Calls entry(i, j, weight) for every entry of the symmetric matrix, those of a row in any order and from
/// any thread.
template <class Entry>
void each_entry(const NearestLists& weights, const std::vector<char>& mutual, GraphKind graph,
                std::size_t threads, Entry entry) {
  parallel_for(weights.rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      entry(i, static_cast<std::uint32_t>(i), 1.0);
      for (std::size_t e = i * weights.count; e < (i + 1) * weights.count; ++e) {
        if (!mutual[e] && graph == GraphKind::mutual) continue;
        entry(i, weights.row[e], weights.distance[e]);
        if (!mutual[e]) entry(weights.row[e], static_cast<std::uint32_t>(i), weights.distance[e]);
      }
    }
  });
}

void sort_row(SparseMatrix& matrix, std::size_t i, std::vector<std::pair<std::uint32_t, double>>& scratch) {
  scratch.clear();
  for (std::size_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) {
    scratch.emplace_back(matrix.columns[e], matrix.values[e]);
  }
  std::sort(scratch.begin(), scratch.end());
  std::size_t e = matrix.offsets[i];
  for (const auto& [column, value] : scratch) matrix.columns[e] = column, matrix.values[e++] = value;
}

NearestOptions search_options(const NeighbourChainOptions& options) {
  return {options.neighbours - 1, options.search, options.seed, options.threads, options.recall, true};
}

/// Divides each squared distance such that exp(-d / sigma) falls with the distance to the seventh neighbour
/// of either row where these are wider than sigma: rows that lie alone are not cut off, and where rows lie
/// dense they stay as they are.
void widen_where_sparse(NearestLists& lists, double sigma, std::size_t threads) {
  constexpr std::size_t local = 7;
  std::vector<double> reach(lists.rows);
  for (std::size_t i = 0; i < lists.rows; ++i) {
    const auto distances = lists.distances_of(i);
    reach[i] = std::sqrt(distances[std::min(local, distances.size()) - 1]);
  }
  parallel_for(lists.rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t e = i * lists.count; e < (i + 1) * lists.count; ++e)
        lists.distance[e] *= sigma / std::max(sigma, reach[i] * reach[lists.row[e]]);
    }
  });
}

std::vector<double> sums_of(const NearestLists& lists) {
  std::vector<double> sums(lists.rows);
  for (std::size_t i = 0; i < lists.rows; ++i) {
    const auto distances = lists.distances_of(i);
    sums[i] = std::accumulate(distances.begin(), distances.end(), 0.0);
  }
  return sums;
}

/// What sigma_k would be, also where it is 0.
double typical_distance_of(const NearestLists& lists) {
  const std::vector<double> sums = sums_of(lists);
  const double count = static_cast<double>(lists.rows * (lists.count + 1));
  return std::accumulate(sums.begin(), sums.end(), 0.0) / count;
}

}  // namespace

SparseChain chain_of_weights(NearestLists weights, GraphKind graph, std::size_t threads) {
  const std::vector<char> mutual = mutual_entries(weights, threads);
  const double total = sum_of_entries(weights, mutual, graph);
  SparseMatrix joint;
  joint.offsets.assign(weights.rows + 1, 0);
  const auto count = [&](std::size_t i, std::uint32_t, double) {
    std::atomic_ref(joint.offsets[i + 1]).fetch_add(1, std::memory_order_relaxed);
  };
  each_entry(weights, mutual, graph, threads, count);
  std::partial_sum(joint.offsets.begin(), joint.offsets.end(), joint.offsets.begin());
  joint.columns.resize(joint.offsets.back());
  joint.values.resize(joint.offsets.back());
  // Threads fill a row in any order; then it is sorted.
  std::vector<std::size_t> next(joint.offsets.begin(), joint.offsets.end() - 1);
  const auto fill = [&](std::size_t i, std::uint32_t j, double weight) {
    const std::size_t place = std::atomic_ref(next[i]).fetch_add(1, std::memory_order_relaxed);
    joint.columns[place] = j;
    joint.values[place] = weight / total;
  };
  each_entry(weights, mutual, graph, threads, fill);
  weights = {};
  parallel_for(joint.rows(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::pair<std::uint32_t, double>> scratch;
    for (std::size_t i = begin; i < end; ++i) sort_row(joint, i, scratch);
  });
  return SparseChain::reversible(std::move(joint), threads);
}

namespace {

Nearest neighbours_of(const TableView& table, const NeighbourChainOptions& options, ProgressGate& progress) {
  const ProgressGate::Part part(progress, 0, 0.9);
  return nearest_rows(table, search_options(options), progress);
}

}  // namespace

NeighbourChain neighbour_chain(const TableView& table, const NeighbourChainOptions& options,
                               ProgressGate& progress) {
  if (options.kernel != Kernel::binary) require_different_rows(table, table.rows);
  auto [lists, exact, recall] = neighbours_of(table, options, progress);
  progress.report({"chain", 0.9});
  const bool binary = options.kernel == Kernel::binary;
  const double sigma = binary ? 0 : bandwidth(sums_of(lists), lists.count + 1);
  const double typical_distance = binary ? typical_distance_of(lists) : sigma;
  if (binary) {
    std::fill(lists.distance.begin(), lists.distance.end(), 1.0);
  } else {
    if (options.kernel == Kernel::adaptive) widen_where_sparse(lists, sigma, options.threads);
    parallel_for(lists.distance.size(), distances_at_once, options.threads,
                 [&](std::size_t begin, std::size_t end) {
                   gaussian_kernel(lists.distance.data() + begin, end - begin, sigma);
                 });
  }
  SparseChain chain = chain_of_weights(std::move(lists), options.graph, options.threads);
  progress.report({"chain", 1});
  return {std::move(chain), sigma, exact, recall, options.neighbours, options.kernel, typical_distance};
}

std::size_t likely_entries(std::size_t rows, const NeighbourChainOptions& options) {
  const double others = static_cast<double>(std::min(options.neighbours, rows) - 1);
  const double kept = options.graph == GraphKind::mutual ? 0.45 : 1.55;  // of each list, in either direction
  const double of_row = std::min(1 + kept * others, static_cast<double>(rows));
  return static_cast<std::size_t>(of_row * static_cast<double>(rows));
}

std::size_t neighbour_chain_memory(std::size_t rows, std::size_t columns,
                                   const NeighbourChainOptions& options) {
  const std::size_t listed = rows * (std::min(options.neighbours, rows) - 1);
  const std::size_t lists = listed * (sizeof(std::uint32_t) + sizeof(double));
  const std::size_t prepared = rows * columns * sizeof(double);
  const std::size_t building =
      listed + rows * sizeof(std::size_t);  // what is mutual, and where each row ends
  const std::size_t chain = sparse_chain_memory(rows, likely_entries(rows, options));
  return prepared +
         std::max(nearest_memory(rows, columns, search_options(options)), lists + chain + building);
}

}  // namespace comac
