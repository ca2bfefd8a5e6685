// SPDX-License-Identifier: MIT
#include "chain/arrivals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 4096;

/// U' D^1/2 of the states of each cluster, with l^steps: mode by cluster.
std::vector<double> modes_of_clusters(const Spectrum& spectrum, double steps,
                                      std::span<const std::uint32_t> cluster, std::size_t clusters) {
  std::vector<double> modes(spectrum.pairs * clusters, 0);
  for (std::size_t j = 0; j < spectrum.states; ++j) {
    const double root = std::sqrt(spectrum.masses[j]);
    for (std::size_t m = 0; m < spectrum.pairs; ++m)
      modes[m * clusters + cluster[j]] += root * spectrum.vector_of(j)[m];
  }
  for (std::size_t m = 0; m < spectrum.pairs; ++m) {
    const double left = std::pow(spectrum.values[m], steps);
    for (std::size_t c = 0; c < clusters; ++c) modes[m * clusters + c] *= left;
  }
  return modes;
}

}  // namespace

std::vector<float> arrival_chances(const Spectrum& spectrum, double steps,
                                   std::span<const std::uint32_t> cluster, std::size_t clusters,
                                   std::size_t threads) {
  const std::vector<double> modes = modes_of_clusters(spectrum, steps, cluster, clusters);
  std::vector<float> chances(spectrum.states * clusters);
  parallel_for(spectrum.states, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<double> row(clusters);
    for (std::size_t i = begin; i < end; ++i) {
      std::ranges::fill(row, 0.0);
      for (std::size_t m = 0; m < spectrum.pairs; ++m) {
        for (std::size_t c = 0; c < clusters; ++c)
          row[c] += spectrum.vector_of(i)[m] * modes[m * clusters + c];
      }
      for (double& value : row)
        value = std::max(0.0, value);  // modes that were left out may leave a hair less
      const double sum = std::accumulate(row.begin(), row.end(), 0.0);
      for (std::size_t c = 0; c < clusters; ++c)
        chances[i * clusters + c] = static_cast<float>(sum > 0 ? row[c] / sum : c == cluster[i] ? 1.0 : 0.0);
    }
  });
  return chances;
}

}  // namespace comac
