// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "constraints/groups.hpp"
#include "cost/cost.hpp"
#include "optimise/candidates.hpp"
#include "optimise/sequential.hpp"

namespace comac {

/// From how many groups on there are batches, and of how many.
struct Batches {
  std::size_t from = 32768, size = 4096;
};

/// Sweeps of Algorithm 2 whose looking around threads share where there are many groups: groups choose in
/// batches from a state that stands still, and those that want to move look again, one after the other,
/// before they do. Every move gains; what comes out is the same for any number of threads.
template <SharesLooking C>
class BatchMoves {
 public:
  BatchMoves(const Groups& groups, const Adjacency& exclusive, std::size_t clusters, std::size_t threads,
             Batches batches = {})
      : threads_(thread_count(threads)),
        batches_(batches),
        one_by_one_(groups, exclusive, clusters),
        own_{Candidates(groups, exclusive, clusters), std::vector<double>(clusters)} {}

  /// Returns whether anything moved. StoppingRule as soon as every group has been visited since the last
  /// move, be it in the sweep before.
  bool sweep(C& cost, const StopCheck& stop = {}) {
    const std::size_t groups = cost.partition().groups();
    if (groups < batches_.from) return one_by_one_.sweep(cost, stop);
    const std::size_t settled = std::exchange(moved_until_, 0);
    for (std::size_t begin = 0; begin < groups && !(stop && stop()); begin += batches_.size) {
      if (begin == settled && begin > 0 && moved_until_ == 0) break;
      const std::size_t end = std::min(groups, begin + batches_.size);
      choose_together(cost, begin, end);
      for (std::size_t group = begin; group < end; ++group) {
        if (chosen_[group - begin] != cost.partition().of(group) && visit(cost, group)) moved_until_ = end;
      }
    }
    return moved_until_ > 0;
  }

  /// To be told when somebody else has changed the cost between two sweeps.
  void forget() { moved_until_ = 0, one_by_one_.forget(); }

 private:
  /// What it takes to choose for a group.
  struct Chooser {
    Candidates candidates;
    std::vector<double> delta;
  };
  /// One that doesn't stand in the way of others.
  struct Helper {
    Chooser chooser;
    decltype(std::declval<const C&>().workspace()) workspace;
  };

  bool visit(C& cost, std::size_t group) {
    const std::uint32_t own = cost.partition().of(group);
    const auto allowed = own_.candidates.of(group, cost.partition());
    cost.deltas(group, allowed, own_.delta);
    const std::uint32_t best = best_candidate(own, allowed, own_.delta);
    if (best != own) cost.apply(group, best);
    return best != own;
  }

  void choose_together(const C& cost, std::size_t first, std::size_t last) {
    chosen_.resize(last - first);
    while (helpers_.size() < threads_) helpers_.push_back({own_, cost.workspace()});
    const std::size_t share = (chosen_.size() + threads_ - 1) / threads_;
    parallel_for(chosen_.size(), share, threads_, [&](std::size_t begin, std::size_t end) {
      auto& [chooser, workspace] = helpers_[begin / share];
      for (std::size_t i = begin; i < end; ++i) {
        const auto allowed = chooser.candidates.of(first + i, cost.partition());
        cost.deltas(first + i, allowed, chooser.delta, workspace);
        chosen_[i] = best_candidate(cost.partition().of(first + i), allowed, chooser.delta);
      }
    });
  }

  std::size_t threads_;
  Batches batches_;
  Sequential<C> one_by_one_;
  Chooser own_;
  std::vector<Helper> helpers_;
  std::vector<std::uint32_t> chosen_;
  std::size_t moved_until_ = 0;  // the end of the last batch of the last sweep in which anything moved
};

}  // namespace comac
