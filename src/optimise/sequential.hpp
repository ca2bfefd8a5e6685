// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "constraints/groups.hpp"
#include "cost/cost.hpp"
#include "optimise/candidates.hpp"

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

/// A sweep of Algorithm 2 for a cost whose groups are the must-link components: each group in turn goes to
/// its best allowed cluster, at once.
template <Cost C>
class Sequential {
 public:
  Sequential(const Groups& groups, const Adjacency& exclusive, std::size_t clusters)
      : candidates_(groups, exclusive, clusters), delta_(clusters) {}

  /// Returns whether anything moved. StoppingRule as soon as every group has been visited since the last
  /// move, be it in the sweep before: another visit would find the same.
  bool sweep(C& cost, const StopCheck& stop = {}) {
    const std::size_t moved_last = std::exchange(moved_last_, none);
    for (std::size_t group = 0; group < cost.partition().groups(); ++group) {
      if (visit(cost, group)) moved_last_ = group;
      if (group == moved_last && moved_last_ == none) break;
      if (group % 256 == 255 && stop && stop()) break;
    }
    return moved_last_ != none;
  }

  /// To be told when somebody else has changed the cost between two sweeps.
  void forget() { moved_last_ = none; }

 private:
  static constexpr std::size_t none = SIZE_MAX;

  bool visit(C& cost, std::size_t group) {
    const std::uint32_t own = cost.partition().of(group);
    const auto allowed = candidates_.of(group, cost.partition());
    cost.deltas(group, allowed, delta_);
    const std::uint32_t best = best_candidate(own, allowed, delta_);
    if (best != own) cost.apply(group, best);
    return best != own;
  }

  Candidates candidates_;
  std::size_t moved_last_ = none;  // of the groups, in the last sweep
  std::vector<double> delta_;
};

}  // namespace comac
