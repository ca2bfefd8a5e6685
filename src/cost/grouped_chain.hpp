// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "chain/chains.hpp"
#include "constraints/groups.hpp"

namespace comac {

/// A chain whose states move in groups, with what never changes about the groups. Shared by all restarts.
template <MarkovChain Chain>
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

/// The same for a chain held as factors: a group is one vector, the sum of its rows', or two where the chain
/// isn't reversible.
template <>
struct Grouped<LowRankChain> {
  /// O(N m).
  Grouped(const LowRankChain& the_chain, const Groups& the_groups);
  /// O(m).
  double between(std::size_t g, std::size_t h) const;
  /// Sum of V(x, .) over the members of g.
  const double* vector(std::size_t g) const {
    return groups.size(g) == 1 ? chain.row(groups.members(g)[0]) : sums_.data() + place_[g];
  }
  /// Sum of W(x, .) over the members of g.
  const double* into(std::size_t g) const {
    if (chain.symmetric()) return vector(g);
    return groups.size(g) == 1 ? chain.into(groups.members(g)[0]) : sums_into_.data() + place_[g];
  }

  const LowRankChain& chain;
  const Groups& groups;
  std::vector<double> mass;
  std::vector<double> inside;

 private:
  std::vector<double> sums_, sums_into_;  // of groups of several rows; the second if not reversible
  std::vector<std::size_t> place_;        // of each of these in sums_
};

#define COMAC_DECLARE(Chain) extern template struct Grouped<Chain>;
COMAC_FOR_EACH_CHAIN(COMAC_DECLARE)
#undef COMAC_DECLARE

}  // namespace comac
