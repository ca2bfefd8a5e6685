// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chain/chains.hpp"
#include "comac/evaluate/certificate.hpp"
#include "constraints/propagate.hpp"
#include "cost/term.hpp"

namespace comac {

/// Clusters and what was said about them.
template <class Chain>
struct Explained {
  const Chain& chain;
  const Belief& belief;  ///< as in the search
  const Constraints& constraints;
  std::span<const std::uint32_t> cluster;
  std::size_t clusters = 0;
  double beta = 0.5;
  std::vector<TermMaker> terms = {};  ///< of the cost beside the chain's own and the one for soft items
  double sharpness = 1;  ///< chances go with 2 to the minus this times the cost, see EvidenceList
};

/// Ranks the items by the best change that lifting one alone would allow: a must-link or label whose group
/// falls apart without it lets either part go to another cluster (and the only label of a class no longer
/// keeps other classes out); a cannot-link lets either group join the other's cluster, with what it then has
/// to exchange (a Kempe chain); a soft item also ceases to charge. 0 where other items say the same, and
/// where more than 256 rows would move.
template <class Chain>
Explanation explain_items(const Explained<Chain>& run, std::span<const std::uint32_t> rows);

}  // namespace comac
