// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "chain/spectrum.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// A chain of fewer states that stand for groups of rows, with what may not share a cluster.
struct CoarseChain {
  SparseChain chain;
  Constraints constraints;  ///< components are single states
  Groups groups;            ///< of the rows
};

struct CoarseOptions {
  std::size_t clusters = 2;
  std::size_t states = 10000;  ///< or so
  std::uint64_t seed = 1;
  std::size_t threads = 0;
};

/// Merges near rows, and those that must be together, pair by pair down to so many states. What can be
/// honoured by the rows can be honoured by the states. O(entries log rows).
CoarseChain coarsened(const SparseChain& chain, const Constraints& constraints, const CoarseOptions& options,
                      ProgressGate& progress);

/// The spectrum of a chain from that of a coarser one: each row begins as its group, a few steps of the chain
/// smooth what that left rough, and the best combinations of what comes out (Rayleigh and Ritz) are the
/// vectors. O(entries pairs) for each step.
Spectrum refined_spectrum(const SparseChain& chain, const Spectrum& coarse, const Groups& groups,
                          std::size_t threads, ProgressGate& progress);

/// Of these rows only.
Spectrum spectrum_of_rows(const Spectrum& spectrum, const std::vector<std::uint32_t>& rows);

}  // namespace comac
