// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "constraints/groups.hpp"

namespace comac {

/// Algorithm 1 of the paper, over components in row order: one without cannot-links gets a random cluster,
/// another the first one free of its neighbours, or, if none is, the one that holds the fewest rows of them.
/// Returns the cluster of each component. O(components + edges).
std::vector<std::uint32_t> greedy_colouring(const Groups& components, const Adjacency& exclusive,
                                            std::size_t clusters, Random& random);

/// The clusters in `preferred`, changed where components that exclude one another share one: in row order, to
/// the first cluster that is free, or else the one with the fewest rows excluded. Connected pieces of the
/// graph where that fails take the clusters of `feasible`, a proper colouring, if there is one, renamed such
/// that many rows stay: then the result is proper.
std::vector<std::uint32_t> repaired_colouring(const Groups& components, const Adjacency& exclusive,
                                              std::size_t clusters, std::vector<std::uint32_t> preferred,
                                              const std::vector<std::uint32_t>* feasible = nullptr);

/// Whether no two components that exclude one another share a cluster.
bool is_proper(const Adjacency& exclusive, const std::vector<std::uint32_t>& cluster);

/// Permutes the clusters at random within each connected piece of the graph: what excluded one another still
/// does, and no cluster is preferred.
void permute_pieces(const Adjacency& exclusive, std::size_t clusters, Random& random,
                    std::vector<std::uint32_t>& cluster);

/// A set of mutually exclusive components, found greedily: if it is larger than the number of clusters,
/// no partition can honour everything. Not always the largest such set.
std::vector<std::uint32_t> greedy_clique(const Adjacency& exclusive);

}  // namespace comac
