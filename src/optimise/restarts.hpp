// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "comac/base/progress.hpp"
#include "comac/options.hpp"
#include "constraints/propagate.hpp"
#include "cost/grouped_chain.hpp"
#include "optimise/search.hpp"

namespace comac {

/// What is to be partitioned, under which constraints. `states` moves in the components of the constraints,
/// or row by row where must-links are not propagated.
template <class Chain>
struct Problem {
  const Grouped<Chain>& states;
  const Constraints& constraints;
  /// If some of what is known is soft: all of it, and the problem in which all of it is hard, whose solution
  /// is a good place to start from.
  const SideInformation* soft = nullptr;
  const Problem* hardened = nullptr;
  /// Every second search begins as if nothing soft had been said.
  bool half_without_soft = false;
  /// Cluster of each group where the first search begins; none: at random.
  std::vector<std::uint32_t> start = {};
  /// Clusters of the components such that all exclusions hold, for starts in which they don't.
  const std::vector<std::uint32_t>* feasible = nullptr;
  /// The paper's algorithms too begin from repaired starts.
  bool repair_starts = false;
};

/// The betas that a method visits: 1, 1 - step, ... down to beta for comac-ann, beta alone for comac-seq.
std::vector<double> beta_schedule(const Options& options);

/// One restart from a random greedy colouring or from the given start, which Method::comac repairs; its
/// random numbers depend on seed and index only.
template <class Chain>
std::unique_ptr<Search> start_search(const Problem<Chain>& problem, const Options& options,
                                     std::size_t index);

/// The first restart as it stands near its start: for searches that were cancelled before they began.
template <class Chain>
SearchState first_steps(const Problem<Chain>& problem, const Options& options);

/// All restarts, shared by the threads sweep by sweep; the same for any number of threads. If cancelled,
/// those that had begun, as they stand. Where the paper's algorithms end in none that honours everything,
/// though that is possible, they run again from repaired starts.
template <class Chain>
std::vector<SearchState> run_restarts(const Problem<Chain>& problem, const Options& options,
                                      ProgressGate& progress);

/// The restart that honours the most; among equals one that reached the last phase, since costs of different
/// phases don't compare; then the one of least cost, then the first.
std::size_t best_restart(const std::vector<SearchState>& restarts);

}  // namespace comac
