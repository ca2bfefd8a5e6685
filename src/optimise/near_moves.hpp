// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "constraints/groups.hpp"
#include "cost/cost.hpp"
#include "optimise/candidates.hpp"
#include "optimise/dirty_groups.hpp"
#include "optimise/sequential.hpp"

namespace comac {

/// A sweep of single moves on a sparse chain. Only groups that something has moved around since they were
/// last visited look, each at its own cluster, at those that it has transitions with and at an empty one; at
/// all allowed ones if it has no transitions with others or may not stay. Or all groups look at all clusters.
/// Where there are many groups, threads share the looking: groups choose in batches, and those that want to
/// move look again, one after the other, before they do. What comes out is the same for any number of
/// threads.
template <KnowsNear C>
class NearMoves {
 public:
  static constexpr std::size_t all = SIZE_MAX;

  NearMoves(const Groups& groups, const Adjacency& exclusive, std::size_t clusters, std::size_t threads)
      : threads_(thread_count(threads)),
        dirty_(groups.count()),
        own_{Candidates(groups, exclusive, clusters), {}, std::vector<double>(clusters)} {}

  /// Of the clusters that a group has transitions with, the `most` with the largest flow; `all` means all
  /// groups and all clusters, as in Algorithm 2. Returns whether anything moved.
  bool sweep(C& cost, std::size_t most, const StopCheck& stop = {}) {
    const std::size_t groups = cost.partition().groups();
    if (groups >= many_groups) return sweep_in_batches(cost, most, stop);
    bool moved = false;
    for (std::uint32_t group = 0; group < groups; ++group) {
      if (most == all || dirty_.dirty(group, most, cost)) moved |= visit(cost, group, most);
      if (group % 256 == 255 && stop && stop()) break;
    }
    return moved;
  }

  /// To be told when somebody else has moved a group.
  void moved(std::size_t group, const C& cost) { dirty_.moved(group, cost); }
  bool dirty(std::size_t group, std::size_t most, const C& cost) const {
    return dirty_.dirty(group, most, cost);
  }

 private:
  static constexpr std::size_t many_groups = 4096;  // and how many choose together

  /// What it takes to choose for a group.
  struct Chooser {
    Candidates candidates;
    std::vector<std::uint32_t> near;
    std::vector<double> delta;
  };
  /// One that doesn't stand in the way of others.
  struct Helper {
    Chooser chooser;
    decltype(std::declval<const C&>().workspace()) workspace;
  };

  bool visit(C& cost, std::uint32_t group, std::size_t most) {
    const std::uint32_t own = cost.partition().of(group);
    const std::uint32_t best = choose(cost, group, most, own_, cost.own());
    if (best == own) return false;
    cost.apply(group, best);
    dirty_.moved(group, cost);
    return true;
  }

  bool sweep_in_batches(C& cost, std::size_t most, const StopCheck& stop) {
    const std::size_t groups = cost.partition().groups();
    bool moved = false;
    for (std::size_t group = 0; group < groups && !(stop && stop());) {
      batch_.clear();
      for (; group < groups && batch_.size() < many_groups; ++group) {
        if (most == all || dirty_.dirty(group, most, cost))
          batch_.push_back(static_cast<std::uint32_t>(group));
      }
      choose_together(cost, most);
      for (std::size_t i = 0; i < batch_.size(); ++i) {
        if (chosen_[i] != cost.partition().of(batch_[i])) moved |= visit(cost, batch_[i], most);
      }
    }
    return moved;
  }

  void choose_together(C& cost, std::size_t most) {
    chosen_.resize(batch_.size());
    while (helpers_.size() < threads_) helpers_.push_back({own_, cost.workspace()});
    const std::size_t share = (batch_.size() + threads_ - 1) / threads_;
    parallel_for(batch_.size(), share, threads_, [&](std::size_t begin, std::size_t end) {
      auto& [chooser, workspace] = helpers_[begin / share];
      for (std::size_t i = begin; i < end; ++i) {
        chosen_[i] = choose(cost, batch_[i], most, chooser, workspace);
      }
    });
  }

  std::uint32_t choose(C& cost, std::uint32_t group, std::size_t most, Chooser& chooser, auto& workspace) {
    const auto clusters = candidates_near(cost, group, most, chooser, workspace);
    const std::uint32_t own = cost.partition().of(group);
    if (clusters.empty()) return own;
    cost.deltas(group, clusters, chooser.delta, workspace);
    return best_candidate(own, clusters, chooser.delta);
  }

  /// Its own cluster first.
  std::span<const std::uint32_t> candidates_near(C& cost, std::uint32_t group, std::size_t most,
                                                 Chooser& chooser, auto& workspace) {
    const Partition& partition = cost.partition();
    const auto allowed = chooser.candidates.of(group, partition);
    if (most == all) {
      dirty_.looked(group, partition.clusters());
      return allowed;
    }
    const auto [clusters, no_others] = cost.near(group, most, workspace);
    dirty_.looked(group, no_others ? partition.clusters() : most);
    const std::uint32_t own = partition.of(group);
    const auto is_allowed = [&](std::uint32_t cluster) {
      return allowed.size() == partition.clusters() || std::ranges::binary_search(allowed, cluster);
    };
    if (clusters.empty() || !is_allowed(own)) return allowed;
    chooser.near.assign(1, own);
    const auto add = [&](std::uint32_t cluster) {
      if (cluster != own && is_allowed(cluster)) chooser.near.push_back(cluster);
    };
    for (const auto cluster : clusters) add(cluster);
    // A group that soft items speak of is near to all clusters, to empty ones too.
    if (const auto empty = partition.first_empty();
        empty && std::ranges::find(clusters, *empty) == clusters.end())
      add(*empty);
    if (chooser.near.size() == 1) chooser.near.clear();  // nowhere to go
    return chooser.near;
  }

  std::size_t threads_;
  DirtyGroups<C> dirty_;
  Chooser own_;
  std::vector<Helper> helpers_;
  std::vector<std::uint32_t> batch_, chosen_;
};

}  // namespace comac
