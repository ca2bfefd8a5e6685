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
  explicit Swaps(const Adjacency& exclusive) : exclusive_(exclusive), in_chain_(exclusive.vertices(), 0) {}

  /// Tries every chain once and makes those that gain. Returns whether anything moved.
  bool sweep(C& cost, const StopCheck& stop = {}) {
    bool moved = false;
    for (std::uint32_t group = 0; group < exclusive_.vertices(); ++group) {
      if (exclusive_.of(group).empty()) continue;
      for (const auto other : clusters_around(group, cost.partition())) {
        const auto& chain = chain_of(group, other, cost.partition(), group);
        if (chain.empty() || cost.delta_of(chain) >= -least_gain) continue;
        for (const Move& move : chain) cost.apply(move.group, move.to);
        moved = true;
      }
      if (group % 256 == 255 && stop && stop()) break;
    }
    return moved;
  }

  /// The groups connected with `group` within its own cluster and `other`, each to go to the opposite one.
  /// Nothing if one of them comes before `first`: so a sweep meets each chain once and leaves the others
  /// soon.
  const std::vector<Move>& chain_of(std::uint32_t group, std::uint32_t other, const Partition& partition,
                                    std::uint32_t first = 0) {
    chain_.assign({{group, other}});
    in_chain_[group] = true;
    const bool whole = follow_chain(partition, first);
    for (const Move& move : chain_) in_chain_[move.group] = false;
    if (!whole) chain_.clear();
    return chain_;
  }

 private:
  /// Returns false as soon as there is a group before `first`.
  bool follow_chain(const Partition& partition, std::uint32_t first) {
    const std::uint32_t own = partition.of(chain_[0].group), other = chain_[0].to;
    for (std::size_t i = 0; i < chain_.size(); ++i) {
      const auto [group, to] = chain_[i];
      for (const auto neighbour : exclusive_.of(group)) {
        if (in_chain_[neighbour] || partition.of(neighbour) != to) continue;
        if (neighbour < first) return false;
        in_chain_[neighbour] = true;
        chain_.push_back({neighbour, to == other ? own : other});
      }
    }
    return true;
  }

  /// The other clusters that hold a group which this one excludes: there a single move can't go.
  const std::vector<std::uint32_t>& clusters_around(std::uint32_t group, const Partition& partition) {
    around_.clear();
    for (const auto neighbour : exclusive_.of(group)) {
      if (partition.of(neighbour) != partition.of(group)) around_.push_back(partition.of(neighbour));
    }
    std::ranges::sort(around_);
    around_.erase(std::unique(around_.begin(), around_.end()), around_.end());
    return around_;
  }

  const Adjacency& exclusive_;
  std::vector<char> in_chain_;
  std::vector<Move> chain_;
  std::vector<std::uint32_t> around_;
};

}  // namespace comac
