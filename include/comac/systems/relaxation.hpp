// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comac/base/progress.hpp"
#include "comac/chain/dense_chain.hpp"

namespace comac {

/// A reversible chain that takes 1, 2, 4, ... steps at a time. With M = D^-1/2 J D^-1/2, D the masses, M of
/// 2t steps is the square of M of t steps. Keeps two matrices.
class Doubling {
 public:
  Doubling(const DenseChain& chain, std::size_t threads);

  std::size_t steps() const { return steps_; }
  /// Twice as many steps. O(states^3), half of a matrix product.
  void advance();
  /// I(X_0;X_t) in bits, t = steps(). O(states^2) logarithms.
  double information() const;
  /// J_t.
  DenseChain chain() const;

 private:
  double root(std::size_t i, std::size_t j) const;  // sqrt(mu_i mu_j)

  std::vector<double> mass_;
  std::size_t threads_;
  std::size_t steps_ = 1;
  SquareMatrix now_, next_;
};

/// I(X_0;X_t) for t = 1, 2, 4, ... until hardly anything is left (0.01 bits) or nothing more is lost.
std::vector<double> information_decay(const DenseChain& chain, std::size_t threads, ProgressGate& progress);

/// The t = 1, 2, 4, ... at which doubling t loses less information than at t/2 and 2t: a local minimum of
/// -dI(X_0;X_t)/d log t. Of several the one where I is nearest to `bits`, the first of equals; 1 if there is
/// none.
std::size_t plateau(std::span<const double> information, double bits);

/// The relaxation time of Tishby & Slonim 2000: as t grows, a chain forgets where it started, quickly within
/// clusters and slowly between them, and T is a time at which it pauses, if it does. Chains may pause at
/// several scales; the one that fits is where log2(clusters) bits are left.
std::size_t relaxation_time(const DenseChain& chain, std::size_t clusters, std::size_t threads,
                            ProgressGate& progress);

}  // namespace comac
