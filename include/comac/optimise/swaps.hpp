// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "comac/constraints/groups.hpp"
#include "comac/cost/cost.hpp"
#include "comac/optimise/sequential.hpp"

namespace comac {

/// Moves of whole pieces of the cannot-link graph. Two groups that exclude one another can't pass each other
/// by single moves (with two clusters they can't move at all), so a Kempe chain moves as one: all groups that
/// can be reached from a group within two clusters exchange these clusters. What held before holds after.
template <Cost C>
class Swaps {
 public:
  explicit Swaps(const Adjacency& exclusive)
      : exclusive_(exclusive), in_chain_(exclusive.vertices(), false) {}

  /// Tries every chain once and makes those that gain. Returns whether anything moved.
  bool sweep(C& cost, const StopCheck& stop = {}) {
    bool moved = false;
    for (std::uint32_t group = 0; group < exclusive_.vertices(); ++group) {
      if (exclusive_.of(group).empty()) continue;
      for (const auto other : clusters_around(group, cost.partition())) {
        const auto chain = chain_of(group, other, cost.partition(), group);  // once, from its first group
        if (chain.empty() || cost.delta_of(chain) >= -least_gain) continue;
        for (const Move& move : chain) cost.apply(move.group, move.to);
        moved = true;
      }
      if (group % 256 == 255 && stop && stop()) break;
    }
    return moved;
  }

  /// The groups connected with `group` within its own cluster and `other`, each to go to the opposite one;
  /// none if one of them comes before group `first`.
  std::vector<Move> chain_of(std::uint32_t group, std::uint32_t other, const Partition& partition,
                             std::uint32_t first = 0) {
    const std::uint32_t own = partition.of(group);
    std::vector<Move> chain{{group, other}};
    in_chain_[group] = true;
    bool whole = true;
    for (std::size_t i = 0; i < chain.size() && whole; ++i) {
      for (const auto neighbour : exclusive_.of(chain[i].group)) {
        if (in_chain_[neighbour] || partition.of(neighbour) != chain[i].to) continue;
        whole &= neighbour >= first;
        in_chain_[neighbour] = true;
        chain.push_back({neighbour, chain[i].to == other ? own : other});
      }
    }
    for (const Move& move : chain) in_chain_[move.group] = false;
    return whole ? chain : std::vector<Move>();
  }

 private:
  /// The other clusters that hold a group which this one excludes: there a single move can't go.
  std::vector<std::uint32_t> clusters_around(std::uint32_t group, const Partition& partition) const {
    std::vector<std::uint32_t> clusters;
    for (const auto neighbour : exclusive_.of(group)) {
      if (partition.of(neighbour) != partition.of(group)) clusters.push_back(partition.of(neighbour));
    }
    std::ranges::sort(clusters);
    clusters.erase(std::unique(clusters.begin(), clusters.end()), clusters.end());
    return clusters;
  }

  const Adjacency& exclusive_;
  std::vector<bool> in_chain_;
};

}  // namespace comac
