// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "chain/sparse_chain.hpp"
#include "constraints/groups.hpp"
#include "cost/contract.hpp"

namespace comac {

/// A chain whose states move one by one, and which of them may not share a cluster.
struct Level {
  const SparseChain& chain;
  const Adjacency& exclusive;
};

/// A level made from a finer one.
struct CoarseLevel {
  SparseChain chain;
  Adjacency exclusive;
  operator Level() const { return {chain, exclusive}; }
};

/// Whether states i and j may become one. They must not exclude one another; and if both exclude others, what
/// comes of them must exclude fewer than `clusters`, so that a cluster remains for it whatever the others do:
/// then a partition that honours everything exists on the coarse level if it exists on the fine one.
bool may_merge(const Adjacency& exclusive, std::size_t i, std::size_t j, std::size_t clusters);

struct MatchOptions {
  std::size_t clusters = 2;
  double most_mass = 1;  ///< that a pair may have
  /// If not empty, only states of the same part merge.
  std::span<const std::uint32_t> part = {};
  /// If given, states that are one already; those of groups of several pair up with nothing else.
  const Groups* merged = nullptr;
};

/// Pairs of states, or single ones: in random order each state that is still free takes the free neighbour j
/// to which its transitions are most above chance, J(i,j) / (mu(i) mu(j)); states without any neighbour pair
/// up among themselves. Where most stay single, so do those whose nearest neighbour is the same. O(entries).
Groups match_states(const Level& level, const MatchOptions& options, Random& random);

/// The level of the groups.
CoarseLevel contract(const Level& level, const Groups& groups, std::size_t threads = 1);
/// Exclusions between states become exclusions between their groups.
Adjacency contract(const Adjacency& exclusive, const Groups& groups);
/// Exclusions between groups become exclusions between their first states.
Adjacency between_first_states(const Adjacency& exclusive, const Groups& groups);

}  // namespace comac
