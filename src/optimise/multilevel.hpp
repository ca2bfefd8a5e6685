// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/progress_gate.hpp"
#include "comac/result.hpp"
#include "optimise/coarsen.hpp"
#include "optimise/sequential.hpp"

namespace comac {

/// A partition of the states of a level, and its cost at beta = 1/2.
struct LevelSolution {
  std::vector<std::uint32_t> cluster_of_state;
  double cost = 0;
  std::size_t sweeps = 0;  ///< that led to it
  bool converged = false;  ///< the last of them moved nothing
};

/// Improves a partition of a level; must honour what the level excludes wherever `start` does.
using Refine =
    std::function<LevelSolution(const Level& level, std::vector<std::uint32_t> start, const StopCheck& stop)>;

/// The sweeps of our own engine at beta = 1/2, where contraction is exact.
Refine refinement_by_sweeps(std::size_t clusters, std::size_t max_sweeps, std::size_t threads = 1);

struct MultilevelOptions {
  std::size_t clusters = 2;
  std::size_t starts = 5;  ///< independent solutions of the base level, of which the best is kept
  std::size_t cycles = 2;  ///< times that this one is coarsened again within its clusters and refined
  std::uint64_t seed = 1;
  std::size_t threads = 0;  ///< never changes the result
  /// If given, states of the finest level that are to stay together; exclusions are between their first ones.
  const Groups* merged = nullptr;
};

/// What comes of coarse levels.
struct CoarseStart {
  std::vector<std::uint32_t> cluster_of_state;  ///< of the finest level
  std::vector<RestartSummary> starts;           ///< of the base level, as they ended there
  std::size_t best = 0;                         ///< the start that it was made from
};

/// Whether searches on a kind of chain may begin on coarse levels.
template <class Chain>
inline constexpr bool has_coarse_levels = false;
template <>
inline constexpr bool has_coarse_levels<SparseChain> = true;

/// A partition of the finest level at beta = 1/2 by coarsening: states merge pair by pair down to a base of
/// some thousand; there several starts coarsen further, to a few states for each cluster, solve these from
/// random colourings and refine on the way back. The best goes up to the finest level, refined on every level
/// below it; there the caller's own search goes on. Contraction is exact, so a cost on a coarse level is the
/// cost of the same partition on the finest. If cancelled, the best so far. O(entries log states).
CoarseStart multilevel_start(const Level& finest, const MultilevelOptions& options, const Refine& refine,
                             ProgressGate& progress);

/// Bytes that it takes at the peak beside the finest level, of so many states and entries, or so.
std::size_t multilevel_memory(std::size_t states, std::size_t entries);

}  // namespace comac
