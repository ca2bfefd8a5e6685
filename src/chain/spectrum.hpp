// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/progress_gate.hpp"
#include "chain/sparse_chain.hpp"

namespace comac {

/// The slowest modes of a reversible chain. With D the masses, S = D^-1/2 J D^-1/2 is symmetric and
/// P = D^-1/2 S D^1/2, so S = U diag(l) U' tells P^T for every T at once.
struct Spectrum {
  std::size_t states = 0;
  std::size_t pairs = 0;
  std::vector<double> values;   ///< l: the largest eigenvalues, descending, clipped to [0, 1]
  std::vector<double> vectors;  ///< U: a state after the other, `pairs` numbers each
  std::vector<double> masses;
  /// The state of a coarser chain that each state is near to, where the spectrum was found by way of one.
  std::vector<std::uint32_t> near = {};

  const double* vector_of(std::size_t state) const { return vectors.data() + state * pairs; }
};

/// Larger chains are contracted before their spectrum is looked for.
inline constexpr std::size_t most_states_at_once = 20000;

/// Eigenpairs that a search for `clusters` clusters needs: more gained nothing that could be measured.
std::size_t enough_pairs(std::size_t clusters);

/// The `pairs` leading eigenpairs, all of them where there are no more states, by Lanczos' method. Pieces of
/// the chain that no transition joins have an eigenvalue of 1 each, whose vectors are known and left out of
/// the search; where there are more pieces than pairs, the heaviest count. `chain` must be symmetric. If
/// cancelled, the result is not to be used.
Spectrum leading_spectrum(const SparseChain& chain, std::size_t pairs, std::size_t threads,
                          ProgressGate& progress, double tolerance = 1e-9);

}  // namespace comac
