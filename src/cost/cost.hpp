// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comac/result.hpp"
#include "partition/partition.hpp"

namespace comac {

/// A move gains only if it lowers the cost by more than this: rounding must not make a sweep cycle.
inline constexpr double least_gain = 1e-12;

/// A group and the cluster that it goes to.
struct Move {
  std::uint32_t group = 0;
  std::uint32_t to = 0;
};

/// All that the search has to know of a cost. Costs are in bits, a delta is after minus before, negative is
/// better.
///   value()                      the cost of partition(), from the running tables
///   deltas(g, candidates, out)   out[i]: the change if group g joined candidates[i]; 0 for its own cluster
///   delta_of(moves)              the change if all these moves of different groups were made together
///   apply(g, to)                 the only way to change tables and partition; the delta promised is the
///   delta made
template <class C>
concept Cost = requires(C cost, const C& seen, std::size_t group, std::uint32_t to,
                        std::span<const std::uint32_t> candidates, std::span<const Move> moves,
                        std::span<double> out) {
  { seen.value() } -> std::convertible_to<double>;
  { seen.partition() } -> std::same_as<const Partition&>;
  cost.deltas(group, candidates, out);
  { cost.delta_of(moves) } -> std::convertible_to<double>;
  cost.apply(group, to);
};

// What a cost may offer beyond that; the search does without where it doesn't.

/// A cost with a beta, which annealing lowers step by step.
template <class C>
concept HasBeta = Cost<C> && requires(C cost, double beta) {
  cost.set_beta(beta);
};

/// A cost that can tell what it is made of and how much flows between the clusters, for the report.
template <class C>
concept Itemised = Cost<C> && requires(const C& seen) {
  { seen.terms() } -> std::same_as<CostTerms>;
  { seen.flows() } -> std::convertible_to<std::span<const double>>;
};

/// A cost that threads may ask at the same time what moves would change, each with a workspace.
template <class C>
concept SharesLooking = Cost<C> &&
    requires(const C& seen, std::size_t group, std::span<const std::uint32_t> candidates,
             std::span<double> out, decltype(seen.workspace())& at) {
  seen.deltas(group, candidates, out, at);
};

/// The clusters that a group is near to, in order, and whether it is near to no others.
struct NearClusters {
  std::span<const std::uint32_t> clusters;
  bool all = true;
};

/// A cost that can tell to which clusters a group is near. Threads may ask at the same time, each with a
/// workspace.
///   near(g, most, at)          the clusters that deserve a look first, `most` of them or so, in at.near
///   each_neighbour(g, visit)   visit(h) for all groups whose deltas change if g moves, but for those that
///   changes_from_afar(h)       whose deltas may change whichever group moves
///   own()                      the workspace that apply() reads too: nothing is measured twice
template <class C>
concept KnowsNear = SharesLooking<C> &&
    requires(C cost, const C& seen, std::size_t group, std::size_t most,
             std::span<const std::uint32_t> candidates, std::span<double> out, decltype(seen.workspace())& at,
             void (*visit)(std::uint32_t)) {
  { cost.own() } -> std::same_as<decltype(seen.workspace())&>;
  { seen.near(group, most, at) } -> std::same_as<NearClusters>;
  { at.near } -> std::same_as<std::vector<std::uint32_t>&>;
  { seen.changes_from_afar(group) } -> std::same_as<bool>;
  seen.each_neighbour(group, visit);
};

}  // namespace comac
