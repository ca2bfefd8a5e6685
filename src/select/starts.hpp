// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "chain/low_rank_chain.hpp"
#include "comac/options.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// How many random starts of each kind our own engine takes where it chooses scale and model: two for the
/// five restarts of the default, 100 at most.
inline std::size_t starts_of_a_kind(std::size_t restarts) {
  return std::clamp<std::size_t>(restarts / 5 * 2, 1, 100);
}

/// Clusters of the states to begin with: many small pieces around states that are far from one another after
/// these steps, of which those whose merging loses the least information merge, two at a time. Small clusters
/// are so found beside large ones. O(states factors pieces).
std::vector<std::uint32_t> merged_start(const LowRankChain& chain, std::size_t clusters, Random& random);

/// Stands for the cluster of a row of which none is known.
inline constexpr std::uint32_t unknown_cluster = UINT32_MAX;

/// k-means of rows that stand one after the other. Rows whose cluster is known stay there, and clusters that
/// have such rows begin in the middle of them.
std::vector<std::uint32_t> means_start(std::vector<double> rows, std::size_t columns, std::size_t clusters,
                                       Random& random, std::span<const std::uint32_t> known = {});

/// k-means of single numbers, from equal shares of them in order; clusters as they come among the rows.
std::vector<std::uint32_t> means_start(std::vector<double> numbers, std::size_t clusters);

/// Each state with the component that it reaches the most above chance, for those of several rows or with
/// exclusions: a cluster for each of the first `clusters` of them by mass that exclude one another. Empty
/// where there are fewer than two.
std::vector<std::uint32_t> start_around_components(const LowRankChain& chain, const Constraints& constraints,
                                                   std::size_t clusters);

/// The start with every component as one, in the cluster that holds the most of its mass among those that
/// no component before it, which it excludes, has taken. Those that are surest of their cluster come first.
std::vector<std::uint32_t> fitted_start(std::vector<std::uint32_t> cluster_of_row, const LowRankChain& chain,
                                        const Constraints& constraints, std::size_t clusters);

/// Where searches on such a chain begin: merged pieces, and what holds the components together.
std::vector<std::vector<std::uint32_t>> starts_at(const LowRankChain& chain, const Constraints& constraints,
                                                  const Options& options, Random& random);

}  // namespace comac
