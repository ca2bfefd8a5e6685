// SPDX-License-Identifier: MIT
#include "chain/neighbour_chain.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "chain/bandwidth.hpp"
#include "chain/gaussian_chain.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 1024;

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

/// Calls entry(i, j, weight) for every entry of rows begin to end of the symmetric matrix, those of a row in
/// any order.
template <class Entry>
void each_entry(const NearestLists& weights, const std::vector<char>& mutual, GraphKind graph,
                std::size_t begin, std::size_t end, Entry entry) {
  for (std::uint32_t i = 0; i < weights.rows; ++i) {
    const bool wanted = begin <= i && i < end;
    if (wanted) entry(i, i, 1.0);
    for (std::size_t e = i * weights.count; e < (i + std::size_t{1}) * weights.count; ++e) {
      if (!mutual[e] && graph == GraphKind::mutual) continue;
      const std::uint32_t j = weights.row[e];
      if (wanted) entry(i, j, weights.distance[e]);
      if (!mutual[e] && begin <= j && j < end) entry(j, i, weights.distance[e]);
    }
  }
}

double sum_of_entries(const NearestLists& weights, const std::vector<char>& mutual, GraphKind graph) {
  auto sum = static_cast<double>(weights.rows);
  for (std::size_t e = 0; e < mutual.size(); ++e) {
    if (mutual[e]) sum += weights.distance[e];
    if (!mutual[e] && graph == GraphKind::either) sum += 2 * weights.distance[e];
  }
  return sum;
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
  return {options.neighbours - 1, options.search, options.seed, options.threads, options.recall};
}

double sigma_of(const NearestLists& lists) {
  std::vector<double> sums(lists.rows);
  for (std::size_t i = 0; i < lists.rows; ++i) {
    const auto distances = lists.distances_of(i);
    sums[i] = std::accumulate(distances.begin(), distances.end(), 0.0);
  }
  return bandwidth(sums, lists.count + 1);
}

}  // namespace

SparseChain chain_of_weights(NearestLists weights, GraphKind graph, std::size_t threads) {
  const std::vector<char> mutual = mutual_entries(weights, threads);
  const double total = sum_of_entries(weights, mutual, graph);
  // Each thread reads all lists and writes the rows of its share.
  const std::size_t share = weights.rows / thread_count(threads) + 1;
  SparseMatrix joint;
  joint.offsets.assign(weights.rows + 1, 0);
  parallel_for(weights.rows, share, threads, [&](std::size_t begin, std::size_t end) {
    each_entry(weights, mutual, graph, begin, end,
               [&](std::uint32_t i, std::uint32_t, double) { ++joint.offsets[i + 1]; });
  });
  std::partial_sum(joint.offsets.begin(), joint.offsets.end(), joint.offsets.begin());
  joint.columns.resize(joint.offsets.back());
  joint.values.resize(joint.offsets.back());
  std::vector<std::size_t> next(joint.offsets.begin(), joint.offsets.end() - 1);
  parallel_for(weights.rows, share, threads, [&](std::size_t begin, std::size_t end) {
    each_entry(weights, mutual, graph, begin, end, [&](std::uint32_t i, std::uint32_t j, double weight) {
      joint.columns[next[i]] = j;
      joint.values[next[i]++] = weight / total;
    });
  });
  weights = {};
  parallel_for(joint.rows(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::pair<std::uint32_t, double>> scratch;
    for (std::size_t i = begin; i < end; ++i) sort_row(joint, i, scratch);
  });
  return SparseChain::reversible(std::move(joint));
}

namespace {

Nearest neighbours_of(const TableView& table, const NeighbourChainOptions& options, ProgressGate& progress) {
  const ProgressGate::Part part(progress, 0, 0.9);
  return nearest_rows(table, search_options(options), progress);
}

}  // namespace

NeighbourChain neighbour_chain(const TableView& table, const NeighbourChainOptions& options,
                               ProgressGate& progress) {
  auto [lists, exact, recall] = neighbours_of(table, options, progress);
  progress.report({"chain", 0.9});
  const double sigma = options.kernel == Kernel::binary ? 0 : sigma_of(lists);
  if (options.kernel == Kernel::binary) {
    std::fill(lists.distance.begin(), lists.distance.end(), 1.0);
  } else {
    gaussian_kernel(lists.distance.data(), lists.distance.size(), sigma);
  }
  SparseChain chain = chain_of_weights(std::move(lists), options.graph, options.threads);
  progress.report({"chain", 1});
  return {std::move(chain), sigma, exact, recall};
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
