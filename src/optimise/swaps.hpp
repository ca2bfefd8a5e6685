// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "constraints/groups.hpp"
#include "cost/cost.hpp"
#include "optimise/sequential.hpp"

namespace comac {

/// Moves of whole pieces of the cannot-link graph. Two groups that exclude one another can't pass each other
/// by single moves (with two clusters they can't move at all), so a Kempe chain moves as one: all groups that
/// can be reached from a group within two clusters exchange these clusters. What held before holds after.
template <Cost C>
class Swaps {
 public:
  explicit Swaps(const Adjacency& exclusive) : exclusive_(exclusive), in_chain_(exclusive.vertices(), 0) {}

  /// Tries every chain once and makes those that gain. Returns whether anything moved. On a sparse
  /// chain only those that take a group to one of its nearest clusters are tried: of the 4950 pairs of 100
  /// classes a tenth. StoppingRule as soon as every chain has been tried since the last change.
  bool sweep(C& cost, const StopCheck& stop = {}) {
    if (exclusive_.edges() == 0 || moved_last_ == nothing) return false;
    const std::size_t moved_last = std::exchange(moved_last_, nothing);
    std::size_t looked_at = 0;  // chains
    moved_.clear();
    list_members(cost.partition());
    near_.assign(KnowsNear<C> ? exclusive_.vertices() : 0, 0);
    for (std::uint32_t group = 0; group < exclusive_.vertices(); ++group) {
      if (exclusive_.of(group).empty()) continue;
      for (const auto other : clusters_around(group, cost.partition())) {
        if (++looked_at % 64 == 0 && stop && stop()) return ended();
        const auto& chain = chain_of(group, other, cost.partition(), group);
        if (chain.empty() || !promises(cost, chain) || cost.delta_of(chain) >= -least_gain) continue;
        for (const Move& move : chain) apply(move, cost);
        moved_last_ = group;
      }
      if (group == moved_last && moved_last_ == nothing) break;
    }
    return ended();
  }

  /// The groups that the last sweep moved, if it moved any, each as often as it did.
  const std::vector<std::uint32_t>& moved() const { return moved_; }

  /// To be told when somebody else has changed the cost between two sweeps.
  void forget() { moved_last_ = unknown; }

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
  static constexpr std::size_t unknown = SIZE_MAX, nothing = SIZE_MAX - 1;
  static constexpr std::size_t nearest = 4;  // clusters of a group; more gain nothing that could be measured

  /// Returns false as soon as there is a group before `first`.
  bool follow_chain(const Partition& partition, std::uint32_t first) {
    const std::uint32_t own = partition.of(chain_[0].group), other = chain_[0].to;
    for (std::size_t i = 0; i < chain_.size(); ++i) {
      const std::uint32_t to = chain_[i].to, back = to == other ? own : other;
      const auto neighbours = exclusive_.of(chain_[i].group);
      if (has_few_members(to, neighbours.size())) {
        for (const auto member : members_[to]) {
          if (std::ranges::binary_search(neighbours, member) && !follow(member, back, first)) return false;
        }
      } else {
        for (const auto neighbour : neighbours) {
          if (partition.of(neighbour) == to && !follow(neighbour, back, first)) return false;
        }
      }
    }
    return true;
  }
  bool follow(std::uint32_t group, std::uint32_t to, std::uint32_t first) {
    if (in_chain_[group]) return true;
    if (group < first) return false;
    in_chain_[group] = true;
    chain_.push_back({group, to});
    return true;
  }

  /// Whether those of a cluster are fewer than so many neighbours, though each has to be looked up among
  /// them.
  bool has_few_members(std::uint32_t cluster, std::size_t neighbours) const {
    return !members_.empty() && members_[cluster].size() * 16 < neighbours;
  }
  void list_members(const Partition& partition) {
    members_.resize(partition.clusters());
    for (std::uint32_t group = 0; group < exclusive_.vertices(); ++group) {
      if (!exclusive_.of(group).empty()) members_[partition.of(group)].push_back(group);
    }
  }
  void apply(const Move& move, C& cost) {
    std::erase(members_[cost.partition().of(move.group)], move.group);
    auto& joined = members_[move.to];
    joined.insert(std::ranges::lower_bound(joined, move.group), move.group);
    cost.apply(move.group, move.to);
    moved_.push_back(move.group);
  }
  /// Returns whether the sweep has moved anything.
  bool ended() {
    members_.clear();
    return moved_last_ != nothing;
  }

  /// Whether a group of the chain was near to where it would go when it was first asked in this sweep.
  bool promises(C& cost, const std::vector<Move>& chain) {
    if constexpr (KnowsNear<C>) {
      return std::ranges::any_of(
          chain, [&](const Move& move) { return (near_to(cost, move.group) & bit_of(move.to)) != 0; });
    }
    return true;
  }

  std::uint64_t near_to(C& cost, std::uint32_t group) {
    std::uint64_t& bits = near_[group];
    if (bits == 0) {
      bits = bit_of(cost.partition().of(group));  // so that it isn't asked again
      for (const auto cluster : cost.near(group, nearest, cost.own()).clusters) bits |= bit_of(cluster);
    }
    return bits;
  }
  /// Clusters may share a bit: then a chain is tried that needn't be.
  static std::uint64_t bit_of(std::uint32_t cluster) { return std::uint64_t{1} << (cluster % 64); }

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
  std::size_t moved_last_ = unknown;  // the group whose chain was, in the last sweep; nothing if none was
  /// Of each cluster, the groups that exclude others, in order; only during a sweep.
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<std::uint32_t> moved_;
  std::vector<char> in_chain_;
  std::vector<Move> chain_;
  std::vector<std::uint32_t> around_;
  std::vector<std::uint64_t> near_;  // clusters that each group is near to, as bits; 0 if not yet asked
};

}  // namespace comac
