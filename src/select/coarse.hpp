// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chain/spectrum.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// A chain of fewer states that stand for groups of rows.
struct CoarseChain {
  SparseChain chain;
  Groups groups;  ///< of the rows
};

/// Groups of rows, and which of them may not share a cluster.
struct CoarseStates {
  Constraints constraints;  ///< components are single groups
  Groups groups;
};

struct CoarseOptions {
  std::size_t clusters = 2;
  std::size_t states = 10000;  ///< or so
  std::uint64_t seed = 1;
  std::size_t threads = 0;
};

/// Merges near rows pair by pair down to so many states. O(entries log rows).
CoarseChain coarsened(const SparseChain& chain, const CoarseOptions& options, ProgressGate& progress);

/// Groups of near rows, `near` of each, without those that something is known about: rows that must be
/// together are a group, those that exclude others are one each. Where that makes many, they are merged, such
/// that what can be honoured by the rows can be honoured by the groups.
CoarseStates coarse_states(const SparseChain& chain, std::span<const std::uint32_t> near,
                           const Constraints& constraints, const CoarseOptions& options,
                           ProgressGate& progress);

/// The spectrum of a chain from that of a coarser one: each row begins as its group, a few steps of the chain
/// smooth what that left rough, and the best combinations of what comes out (Rayleigh and Ritz) are the
/// vectors. O(entries pairs) for each step.
Spectrum refined_spectrum(const SparseChain& chain, const Spectrum& coarse, const Groups& groups,
                          std::size_t threads, ProgressGate& progress);

/// The same modes as groups of states have them: after any number of steps the flows between groups are those
/// between their states, though the vectors are no longer orthonormal. O(states pairs).
Spectrum contracted(const Spectrum& spectrum, const Groups& groups, std::size_t threads);

/// Of these rows only.
Spectrum spectrum_of_rows(const Spectrum& spectrum, const std::vector<std::uint32_t>& rows);

}  // namespace comac
