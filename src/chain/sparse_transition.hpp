// SPDX-License-Identifier: MIT
#pragma once

#include "base/progress_gate.hpp"
#include "chain/sparse_chain.hpp"
#include "chain/transition.hpp"
#include "comac/data/table.hpp"

namespace comac {

/// Throws Error(data) that names the row if a sparse transition matrix has a negative entry, a row that does
/// not sum to 1 (within row_sum_tolerance), or a state that does not communicate with the first (reducible).
/// O(entries).
void check_transition(const SparseMatrix& transition);

/// The stationary distribution mu of an irreducible sparse chain. Reversible chains: exactly, by detailed
/// balance along a tree. Others: sweeps of Gauss-Seidel until sum |mu P - mu| falls no further or is below
/// 1e-14, O(entries) each. Throws Error(data) if 1e-6 is not reached, Error(interrupted) if cancelled.
Stationary stationary_distribution(const SparseMatrix& transition, ProgressGate& progress);

struct SparseTransitionChain {
  SparseChain chain;
  double residual = 0;
};

/// The chain of a proper sparse transition matrix, J = diag(mu) P, with rows divided by their sums.
/// Reversible chains are recognised and stored once.
SparseTransitionChain transition_chain(SparseMatrix transition, ProgressGate& progress);

}  // namespace comac
