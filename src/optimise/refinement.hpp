// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

#include "optimise/batch_moves.hpp"
#include "optimise/near_moves.hpp"
#include "optimise/sequential.hpp"
#include "optimise/swaps.hpp"

namespace comac {

/// What makes the single moves.
template <Cost C>
struct MovesOf {
  using type = Sequential<C>;
};
template <SharesLooking C>
struct MovesOf<C> {
  using type = BatchMoves<C>;
};

/// A sweep of our own engine: single moves as in Algorithm 2, then swaps of whole pieces of the cannot-link
/// graph. Threads are of use where the cost lets them share the looking.
template <Cost C>
class Refinement {
 public:
  Refinement(const Groups& groups, const Adjacency& exclusive, std::size_t clusters, std::size_t threads = 1)
      : moves_(moves(groups, exclusive, clusters, threads)), swaps_(exclusive) {}

  /// Returns whether anything moved.
  bool sweep(C& cost, const StopCheck& stop = {}) {
    const bool moved = moves_.sweep(cost, stop);
    if (moved) swaps_.forget();
    const bool swapped = swaps_.sweep(cost, stop);
    if (swapped) moves_.forget();
    return moved || swapped;
  }

  /// To be told when somebody else has changed the cost between two sweeps.
  void forget() { moves_.forget(), swaps_.forget(); }

 private:
  using Moves = typename MovesOf<C>::type;
  static Moves moves(const Groups& groups, const Adjacency& exclusive, std::size_t clusters,
                     std::size_t threads) {
    if constexpr (SharesLooking<C>) {
      return Moves(groups, exclusive, clusters, threads);
    } else {
      return Moves(groups, exclusive, clusters);
    }
  }

  Moves moves_;
  Swaps<C> swaps_;
};

/// On a sparse chain groups look at near clusters, and swaps are made, until these have nothing to offer any
/// more; then all groups look at all clusters once. So if a sweep has moved nothing, no single move gains.
/// Where that would be expensive (more than 32 clusters, and groups times clusters above 4 million), a group
/// looks only at the clusters that it has transitions with and at an empty one, and not again until something
/// moves around it.
template <KnowsNear C>
class Refinement<C> {
 public:
  Refinement(const Groups& groups, const Adjacency& exclusive, std::size_t clusters, std::size_t threads = 1)
      : moves_(groups, exclusive, clusters, threads), swaps_(exclusive) {}

  /// Returns whether anything moved beyond near clusters.
  bool sweep(C& cost, const StopCheck& stop = {}) {
    while (sweep_near(cost, stop) && !(stop && stop())) continue;
    const std::size_t groups = cost.partition().groups(), clusters = cost.partition().clusters();
    const bool expensive = clusters > few_clusters && groups * clusters > few_pairs;
    return sweep_moves(cost, expensive ? clusters : moves_.all, stop);
  }
  /// Moves need not be told: before a sweep ends, all groups look at all clusters, unless that is expensive.
  void forget() { swaps_.forget(); }

  /// Near clusters once, and swaps if no move there gains: they cost more and seldom gain before.
  bool sweep_near(C& cost, const StopCheck& stop) {
    if (sweep_moves(cost, std::min(nearest, cost.partition().clusters()), stop)) return true;
    const bool swapped = swaps_.sweep(cost, stop);
    if (swapped) {
      for (const auto group : swaps_.moved()) moves_.moved(group, cost);
    }
    return swapped;
  }

 private:
  bool sweep_moves(C& cost, std::size_t most, const StopCheck& stop) {
    const bool moved = moves_.sweep(cost, most, stop);
    if (moved) swaps_.forget();
    return moved;
  }

  static constexpr std::size_t nearest = 6;
  static constexpr std::size_t few_clusters = 32;
  static constexpr std::size_t few_pairs = 4'000'000;

  NearMoves<C> moves_;
  Swaps<C> swaps_;
};

}  // namespace comac
