// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "chain/dense_chain.hpp"
#include "comac/data/table.hpp"

namespace comac {

/// Rows of a file with a few digits sum to 1 about so nearly.
inline constexpr double row_sum_tolerance = 1e-4;

/// Throws Error(data) that names the row if a transition matrix is not square, has a negative entry, a row
/// that does not sum to 1 (within row_sum_tolerance), or a state that does not communicate with the first
/// (reducible).
void check_transition(const Table& transition);

struct Stationary {
  std::vector<double> mass;
  double residual = 0;  ///< sum |mu P - mu|
};

/// The stationary distribution mu of an irreducible chain, by elimination without subtractions: each mass has
/// all its digits, however small. O(states^3).
Stationary stationary_distribution(const Table& transition);

struct TransitionChain {
  DenseChain chain;
  double residual = 0;
};

/// The chain of a proper transition matrix, J = diag(mu) P, with rows divided by their sums. Reversible
/// chains are recognised and stored once.
TransitionChain transition_chain(const Table& transition);

struct RelaxedChain {
  DenseChain chain;
  std::size_t steps = 1;  ///< that it takes at a time
};

/// The chain that takes `steps` steps at a time: J_T = diag(mu) P^T. Interrupted at a checkpoint, the chain
/// of fewer steps that it has come to, a power of two. O(states^3 log steps).
RelaxedChain relax(DenseChain chain, std::size_t steps);

}  // namespace comac
