// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comac/options.hpp"
#include "constraints/feasibility.hpp"
#include "constraints/propagate.hpp"
#include "cost/grouped_chain.hpp"
#include "cost/term.hpp"

namespace comac {

/// How a sweep goes over the groups.
enum class Sweeping {
  moves,            ///< Algorithm 2: each group in turn to its best cluster
  primitive,        ///< the same without propagation, see Primitive
  moves_and_swaps,  ///< our own engine, see Refinement
};

/// A phase of a search: what moves as one, what may not meet, what is minimised, and by which sweeps.
template <class Chain>
struct Phase {
  std::shared_ptr<const Constraints> constraints;  ///< exclusions between the components
  std::shared_ptr<const Grouped<Chain>> states;    ///< move as the components, or row by row
  std::vector<TermMaker> terms = {};               ///< of the cost, beside the chain's own
  std::vector<double> betas = {0.5};               ///< one after the other
  Sweeping sweeping = Sweeping::moves_and_swaps;
  /// Clusters of the components such that all exclusions hold, if there are any.
  Colours feasible = {};
  /// Starts are changed where exclusions don't hold; they then do, if they can: no sweep breaks them again.
  /// Only where groups are components: rows that move one by one may break what a repaired start honours.
  bool repairs_start = true;
};

/// Where the first phase begins.
enum class StartKind {
  colouring,  ///< Algorithm 1
  permuted,   ///< Algorithm 1, repaired, with the clusters of each piece of the exclusions permuted
  primitive,  ///< Algorithm 1 without propagation
  coarse,     ///< where coarse levels end, for chains that have them
  given,      ///< where the caller says
};

/// A way to go: a start, and the phases one after the other.
template <class Chain>
struct Route {
  StartKind start = StartKind::permuted;
  std::vector<std::uint32_t> given = {};  ///< cluster of each row, if the start is given
  std::vector<Phase<Chain>> phases;
};

/// How many searches from random starts are made: `at_once`, and as many again until the best end has been
/// found `times` times or there are `most`. If the best of n ends was found r times, about r/n of all starts
/// lead to it; that another optimum, which as many starts lead to, was missed n times has a chance of
/// (1 - r/n)^n, some e^-r: three times leave 5 %.
struct RestartRule {
  std::size_t at_once = 5;
  std::size_t most = 5;
  std::size_t times = 3;
};

/// The plan of a search, to be read from top to bottom; nothing in it changes while it is carried out.
template <class Chain>
struct SearchPlan {
  std::size_t clusters = 2;
  std::vector<Route<Chain>> once = {};      ///< each is gone once: a given start, coarse levels
  std::vector<Route<Chain>> restarts = {};  ///< restart i takes the (i mod size)-th
  RestartRule rule;                         ///< of the restarts, if there are any; of starts on coarse levels
  std::size_t max_sweeps = 25;
  std::uint64_t seed = 1;
  std::size_t threads = 0;  ///< never changes the result
};

/// The betas that a method visits: 1, 1 - step, ... down to beta for comac-ann, beta alone for comac-seq.
std::vector<double> beta_schedule(const Options& options);

/// What is wanted of a search beyond the options; it must outlive the search.
struct SearchTask {
  const SideInformation& said;     ///< with the trust that each item has
  const Constraints& constraints;  ///< the hard items of it
  /// Cluster of each row where one search begins, going on from there; none: only from random starts.
  std::span<const std::uint32_t> start = {};
  /// Terms of the cost beside the chain's own and the one for soft items.
  std::vector<TermMaker> terms = {};
};

/// The plan of a method for a chain, which must outlive it. With a start, that is the first of the restarts
/// that the options ask for.
template <class Chain>
SearchPlan<Chain> plan_search(const Chain& chain, const SearchTask& task, const Options& options);

}  // namespace comac
