// SPDX-License-Identifier: MIT
#include "chain/given_distances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "chain/gaussian_chain.hpp"
#include "comac/base/error.hpp"

namespace comac {
namespace {

/// The others that are nearest to row i, at most `count`; ties go to the lowest.
std::vector<std::pair<double, std::uint32_t>> nearest_of(const SparseMatrix& distances, std::size_t i,
                                                         std::size_t count) {
  std::vector<std::pair<double, std::uint32_t>> others;
  for (std::size_t e = distances.offsets[i]; e < distances.offsets[i + 1]; ++e) {
    const double d = distances.values[e];
    if (!(d >= 0) || !std::isfinite(d * d)) {
      throw Error(ErrorCode::data, fmt::format("the distance from row {} to row {} is {}; expected 0 or more",
                                               i, distances.columns[e], d));
    }
    if (distances.columns[e] != i) others.emplace_back(d, distances.columns[e]);
  }
  const std::size_t kept = std::min(count, others.size());
  std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(kept), others.end());
  others.resize(kept);
  return others;
}

}  // namespace

SparseMatrix similarities_of_distances(const SparseMatrix& distances, std::size_t neighbours) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> squared;  // of each pair that is near
  double sum = 0, count = 0;
  for (std::uint32_t i = 0; i < distances.rows(); ++i) {
    ++count;  // the row itself
    for (const auto& [d, j] : nearest_of(distances, i, neighbours - 1)) {
      sum += d * d, ++count;
      const auto [place, is_new] = squared.try_emplace(std::minmax(i, j), d * d);
      if (!is_new) place->second = std::min(place->second, d * d);
    }
  }
  const double sigma = sum / count;
  if (!(sigma > 0))
    throw Error(ErrorCode::data, "all distances to the nearest rows are 0; expected some rows that differ");
  std::vector<MatrixEntry> entries;
  for (std::uint32_t i = 0; i < distances.rows(); ++i) entries.push_back({i, i, 1});
  for (const auto& [pair, d2] : squared) {
    double weight = d2;
    gaussian_kernel(&weight, 1, sigma);
    if (weight == 0) continue;
    entries.push_back({pair.first, pair.second, weight});
    entries.push_back({pair.second, pair.first, weight});
  }
  return sparse_matrix(distances.rows(), std::move(entries));
}

}  // namespace comac
