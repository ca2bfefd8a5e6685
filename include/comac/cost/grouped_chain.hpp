// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "comac/chain/dense_chain.hpp"
#include "comac/constraints/groups.hpp"

namespace comac {

/// A chain whose states move in groups, with what never changes about the groups. Shared by all restarts.
struct GroupedChain {
  /// O(states + sum of squared group sizes).
  GroupedChain(const DenseChain& the_chain, const Groups& the_groups);

  /// Mass of transitions from group g to group h. O(|g| |h|).
  double between(std::size_t g, std::size_t h) const;

  const DenseChain& chain;
  const Groups& groups;
  std::vector<double> mass;    ///< of each group
  std::vector<double> inside;  ///< mass of transitions within each group
};

}  // namespace comac
