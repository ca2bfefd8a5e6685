// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "comac/constraints/groups.hpp"
#include "comac/cost/cost.hpp"
#include "comac/optimise/candidates.hpp"

namespace comac {

/// Asked now and then during a search; true means stop here.
using StopCheck = std::function<bool()>;

/// The candidate of least delta; its own cluster wins ties, then the lowest index.
inline std::uint32_t best_candidate(std::uint32_t own, std::span<const std::uint32_t> candidates,
                                    std::span<const double> delta) {
  const auto own_place = std::find(candidates.begin(), candidates.end(), own);
  std::size_t best =
      own_place == candidates.end() ? 0 : static_cast<std::size_t>(own_place - candidates.begin());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (delta[i] < delta[best] - least_gain) best = i;
  }
  return candidates[best];
}

/// Which of the allowed clusters a group looks at; all of them where it may not stay.
enum class Breadth {
  all,     ///< as in Algorithm 2
  around,  ///< its own, those it has transitions with, and an empty one (all if it has none with others);
           ///< nothing if it has seen these since something moved around it
  near,    ///< the same, but of those it has transitions with the six with the most
};

/// A cost that can tell to which clusters a group is near, and whether that may have changed since it was
/// settled.
template <class C>
concept KnowsNear = requires(C cost, std::size_t group, std::size_t most) {
  { cost.near(group, most) } -> std::convertible_to<std::span<const std::uint32_t>>;
  { cost.stirred(group, most) } -> std::same_as<bool>;
  cost.settle(group, most);
};

/// A sweep of Algorithm 2 for a cost whose groups are the must-link components: each group in turn goes to
/// its best allowed cluster, at once.
template <Cost C>
class Sequential {
 public:
  Sequential(const Groups& groups, const Adjacency& exclusive, std::size_t clusters)
      : candidates_(groups, exclusive, clusters), delta_(clusters) {}

  /// Returns whether anything moved. Ends as soon as every group has been visited since the last move, be it
  /// in the sweep before: another visit would find the same.
  bool sweep(C& cost, const StopCheck& stop = {}, Breadth breadth = Breadth::all) {
    const std::size_t moved_last = breadth == breadth_ ? moved_last_ : none;
    breadth_ = breadth;
    moved_last_ = none;
    for (std::size_t group = 0; group < cost.partition().groups(); ++group) {
      if (visit(cost, group, breadth)) moved_last_ = group;
      if (group == moved_last && moved_last_ == none) break;
      if (group % 256 == 255 && stop && stop()) break;
    }
    return moved_last_ != none;
  }

  /// To be told when somebody else has changed the cost between two sweeps.
  void forget() { moved_last_ = none; }

 private:
  static constexpr std::size_t none = SIZE_MAX;
  static constexpr std::size_t most_near = 6;

  bool visit(C& cost, std::size_t group, Breadth breadth) {
    const std::uint32_t own = cost.partition().of(group);
    const auto clusters = choose(cost, group, breadth);
    if (clusters.empty()) return false;
    cost.deltas(group, clusters, delta_);
    const std::uint32_t best = best_candidate(own, clusters, delta_);
    if (best != own) cost.apply(group, best);
    return best != own;
  }

  std::span<const std::uint32_t> choose(C& cost, std::size_t group, Breadth breadth) {
    if constexpr (KnowsNear<C>) {
      if (breadth != Breadth::all) return near(cost, group, breadth);
    }
    return candidates_.of(group, cost.partition());
  }

  /// Its own cluster first.
  std::span<const std::uint32_t> near(C& cost, std::size_t group, Breadth breadth) {
    const std::size_t most = breadth == Breadth::near ? std::min(most_near, delta_.size()) : delta_.size();
    if (!cost.stirred(group, most)) return {};
    const auto allowed = candidates_.of(group, cost.partition());
    const auto clusters = cost.near(group, most);
    cost.settle(group, most);
    const std::uint32_t own = cost.partition().of(group);
    if (clusters.empty() || !std::ranges::binary_search(allowed, own)) return allowed;
    near_.assign(1, own);
    const auto add = [&](std::uint32_t cluster) {
      if (cluster != own && std::ranges::binary_search(allowed, cluster)) near_.push_back(cluster);
    };
    for (const auto cluster : clusters) add(cluster);
    if (const auto empty = cost.partition().first_empty()) add(*empty);
    if (near_.size() == 1) near_.clear();  // nowhere to go
    return near_;
  }

  Candidates candidates_;
  std::size_t moved_last_ = none;   // of the groups, in the last sweep
  Breadth breadth_ = Breadth::all;  // of that sweep
  std::vector<std::uint32_t> near_;
  std::vector<double> delta_;
};

}  // namespace comac
