// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "partition/partition.hpp"

namespace comac {

/// A move gains only if it lowers the cost by more than this: rounding must not make a sweep cycle.
inline constexpr double least_gain = 1e-12;

/// A group and the cluster that it goes to.
struct Move {
  std::uint32_t group = 0;
  std::uint32_t to = 0;
};

/// What the search knows of a cost. Costs are in bits, a delta is after minus before, negative is better.
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

/// A cost that can tell to which clusters a group is near, and whether that may have changed since it was
/// settled. Threads may ask at the same time, each with a workspace.
template <class C>
concept KnowsNear = Cost<C> && requires(C cost, const C& seen, std::size_t group, std::size_t most,
                                        std::span<const std::uint32_t> candidates, std::span<double> out,
                                        decltype(seen.workspace())& at) {
  { cost.own() } -> std::same_as<decltype(seen.workspace())&>;
  { seen.near(group, most, at) } -> std::convertible_to<std::span<const std::uint32_t>>;
  { seen.stirred(group, most) } -> std::same_as<bool>;
  seen.deltas(group, candidates, out, at);
  cost.settle(group, most, at);
};

}  // namespace comac
