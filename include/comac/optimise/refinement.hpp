// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "comac/optimise/sequential.hpp"
#include "comac/optimise/swaps.hpp"

namespace comac {

/// A sweep of our own engine: single moves as in Algorithm 2, then swaps of whole pieces of the cannot-link
/// graph.
template <Cost C>
class Refinement {
 public:
  Refinement(const Groups& groups, const Adjacency& exclusive, std::size_t clusters)
      : moves_(groups, exclusive, clusters), swaps_(exclusive), constrained_(exclusive.edges() > 0) {}

  /// Returns whether anything moved.
  bool sweep(C& cost, const StopCheck& stop = {}) {
    const bool moved = moves_.sweep(cost, stop);
    const bool swapped = constrained_ && swaps_.sweep(cost, stop);
    return moved || swapped;
  }

 private:
  Sequential<C> moves_;
  Swaps<C> swaps_;
  bool constrained_;
};

}  // namespace comac
