// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comac/chain/dense_chain.hpp"
#include "comac/chain/sparse_chain.hpp"
#include "comac/constraints/propagate.hpp"
#include "comac/result.hpp"

namespace comac {

/// What a label or link costs.
struct ItemCost {
  std::size_t item = 0;  ///< index into labels, or the number of labels plus an index into links
  double bits = 0;       ///< gained if it alone were lifted
  bool soft = false;
  bool violated = false;
};

/// A row beside the clusters.
struct RowMargins {
  std::uint32_t row = 0;
  std::vector<double> bits;   ///< for each cluster: what the cost would rise by if the row alone went there
  std::vector<bool> allowed;  ///< for each cluster: no hard cannot-link or label of its group is against it
  std::vector<std::size_t> held_by;  ///< items that name the row, numbered as in ItemCost
};

struct Explanation {
  std::vector<ItemCost> ranking;  ///< the dearest first, ties in order
  std::vector<RowMargins> rows;
};

/// Clusters and what was said about them.
template <class Chain>
struct Explained {
  const Chain& chain;
  const SideInformation& said;  ///< with the trust that each item had in the search
  const Constraints& constraints;
  std::span<const std::uint32_t> cluster;
  std::size_t clusters = 0;
  double beta = 0.5;
};

/// Ranks the items by the best change that lifting one alone would allow: a must-link or label whose group
/// falls apart without it lets either part go to another cluster (and the only label of a class no longer
/// keeps other classes out); a cannot-link lets either group join the other's cluster, with what it then has
/// to exchange (a Kempe chain); a soft item also ceases to charge. 0 where other items say the same, and
/// where more than 256 rows would move.
template <class Chain>
Explanation explain_items(const Explained<Chain>& run, std::span<const std::uint32_t> rows);

}  // namespace comac
