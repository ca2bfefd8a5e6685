// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "chain/dense_chain.hpp"
#include "chain/sparse_chain.hpp"
#include "constraints/groups.hpp"

namespace comac {

/// A chain whose states move in groups, with what never changes about the groups. Shared by all restarts.
template <class Chain>
struct Grouped {
  /// O(states + sum of squared group sizes) dense, O(entries) sparse.
  Grouped(const Chain& the_chain, const Groups& the_groups);

  /// Mass of transitions from group g to group h. O(|g| |h|) dense, O(entries of g) sparse.
  double between(std::size_t g, std::size_t h) const;

  const Chain& chain;
  const Groups& groups;
  std::vector<double> mass;    ///< of each group
  std::vector<double> inside;  ///< mass of transitions within each group
};

using GroupedChain = Grouped<DenseChain>;
using GroupedSparseChain = Grouped<SparseChain>;

extern template struct Grouped<DenseChain>;
extern template struct Grouped<SparseChain>;

}  // namespace comac
