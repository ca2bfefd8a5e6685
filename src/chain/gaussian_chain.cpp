// SPDX-License-Identifier: MIT
#include "chain/gaussian_chain.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "chain/bandwidth.hpp"
#include "comac/base/error.hpp"
#include "neighbours/distances.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 16;  // rows of a tile: one tile's features are read once for all of them
constexpr std::size_t columns_at_once = 256;  // so that a tile's features stay in the first-level cache

/// Reports rows done and throws when the caller cancels.
class RowProgress {
 public:
  RowProgress(ProgressGate& gate, std::size_t total) : gate_(gate), total_(static_cast<double>(total)) {}
  void add(std::size_t rows) {
    done_ += rows;
    if (gate_.report({"chain", static_cast<double>(done_) / total_})) {
      throw Error(ErrorCode::interrupted, "interrupted while the chain was built; there is no result yet");
    }
  }

 private:
  ProgressGate& gate_;
  std::atomic<std::size_t> done_ = 0;
  double total_;
};

void fill_distances(const Distances& distances, std::size_t begin, std::size_t end, SquareMatrix& matrix) {
  for (std::size_t first = 0; first < distances.rows(); first += columns_at_once) {
    const std::size_t count = std::min(columns_at_once, distances.rows() - first);
    for (std::size_t i = begin; i < end; ++i) distances.from(i, first, {matrix.row(i) + first, count});
  }
}

}  // namespace

GaussianChain gaussian_chain(const TableView& table, std::size_t neighbours, std::size_t threads,
                             ProgressGate& progress, Decay decay) {
  const std::size_t rows = table.rows;
  neighbours = std::min(neighbours, rows);
  require_different_rows(table, neighbours);
  const Distances distances(table);
  RowProgress done(progress, 2 * rows);

  SquareMatrix weights(rows);
  std::vector<double> nearest_sums(rows);
  parallel_for(rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    fill_distances(distances, begin, end, weights);
    if (decay == Decay::distance) {
      std::for_each(weights.row(begin), weights.row(end), [](double& value) { value = std::sqrt(value); });
    }
    std::vector<double> scratch;
    for (std::size_t i = begin; i < end; ++i) {
      nearest_sums[i] = sum_of_smallest({weights.row(i), rows}, neighbours, scratch);
    }
    done.add(end - begin);
  });
  const double sigma = bandwidth(nearest_sums, neighbours);

  std::vector<double> row_sums(rows);
  parallel_for(rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) row_sums[i] = gaussian_kernel(weights.row(i), rows, sigma);
    done.add(end - begin);
  });
  const double unit = 1 / std::accumulate(row_sums.begin(), row_sums.end(), 0.0);
  for (double& sum : row_sums) sum *= unit;
  return {DenseChain::reversible(std::move(weights), std::move(row_sums), unit), sigma};
}

}  // namespace comac
