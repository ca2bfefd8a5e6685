// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "comac/optimise/sequential.hpp"
#include "comac/optimise/swaps.hpp"

namespace comac {

/// A sweep of our own engine: single moves as in Algorithm 2, then swaps of whole pieces of the cannot-link
/// graph. On a sparse chain groups look at near clusters, and swaps are made, until these have nothing to
/// offer any more; then all groups look at all clusters once. So if a sweep has moved nothing, no single move
/// gains. Where that would be dear (more than 32 clusters, and groups times clusters above 4 million), a
/// group looks only at the clusters that it has transitions with and at an empty one, and not again until
/// something moves around it.
template <Cost C>
class Refinement {
 public:
  Refinement(const Groups& groups, const Adjacency& exclusive, std::size_t clusters)
      : moves_(groups, exclusive, clusters), swaps_(exclusive), constrained_(exclusive.edges() > 0) {}

  /// Returns whether anything moved.
  bool sweep(C& cost, const StopCheck& stop = {}) {
    if constexpr (KnowsNear<C>) {
      while (sweep_near(cost, stop) && !(stop && stop())) continue;
      const std::size_t groups = cost.partition().groups(), clusters = cost.partition().clusters();
      const bool cheap = clusters <= few_clusters || groups * clusters <= few_pairs;
      return moves_.sweep(cost, stop, cheap ? Breadth::all : Breadth::around);
    }
    const bool moved = moves_.sweep(cost, stop);
    const bool swapped = constrained_ && swaps_.sweep(cost, stop);
    if (swapped) forget();
    return moved || swapped;
  }

  /// To be told when somebody else has changed the cost between two sweeps.
  void forget() { moves_.forget(); }

  /// Near clusters once, and swaps if no move there gains: they are dearer and seldom gain before.
  bool sweep_near(C& cost, const StopCheck& stop) {
    return moves_.sweep(cost, stop, Breadth::near) || (constrained_ && swaps_.sweep(cost, stop));
  }

 private:
  static constexpr std::size_t few_clusters = 32;
  static constexpr std::size_t few_pairs = 4'000'000;

  Sequential<C> moves_;
  Swaps<C> swaps_;
  bool constrained_;
};

}  // namespace comac
