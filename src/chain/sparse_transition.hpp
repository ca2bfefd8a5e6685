// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "base/progress_gate.hpp"
#include "chain/sparse_chain.hpp"
#include "chain/transition.hpp"
#include "comac/data/table.hpp"

namespace comac {

/// Throws Error(data) that names the row if a sparse transition matrix has a negative entry, a row that does
/// not sum to 1 (within row_sum_tolerance), or a state that does not communicate with all others that it is
/// joined to (reducible). Pieces that no transition joins are as good as chains. O(entries).
void check_transition(const SparseMatrix& transition);

/// The stationary distribution mu of an irreducible sparse chain; where it falls into pieces, that of a walk
/// that begins at any state alike. Reversible chains: exactly, by detailed balance along a tree. Others: by
/// elimination where states are few, else sweeps of Gauss-Seidel until sum |mu P - mu| falls no further or is
/// below 1e-14, O(entries) each. Throws Error(data) if 1e-6 is not reached, Error(interrupted) if cancelled.
Stationary stationary_distribution(const SparseMatrix& transition, ProgressGate& progress);

struct SparseTransitionChain {
  SparseChain chain;
  double residual = 0;
};

/// The joint distribution that similarities W stand for, (W + W') / (2 sum(W)), as a table's chain is made of
/// them. Nothing if W holds chances: most of its rows sum to 1, and all of them where it is symmetric. Throws
/// Error(data) for negative similarities and rows without any. O(entries log entries).
std::optional<SparseMatrix> joint_of_similarities(const SparseMatrix& matrix);

/// Each row divided by its sum.
SparseMatrix divided_by_row_sums(SparseMatrix matrix);

/// The chain of a proper sparse transition matrix, or of similarities, J = diag(mu) P, with rows divided by
/// their sums. Reversible chains are recognised and stored once.
SparseTransitionChain transition_chain(SparseMatrix transition, ProgressGate& progress);

}  // namespace comac
