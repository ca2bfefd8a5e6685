// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/progress_gate.hpp"
#include "chain/dense_chain.hpp"
#include "optimise/sequential.hpp"
#include "systems/spectral.hpp"

namespace comac {

/// A reversible chain that takes 1, 2, 4, ... steps at a time. With M = D^-1/2 J D^-1/2, D the masses, M of
/// 2t steps is the square of M of t steps. Keeps two matrices of states^2 numbers.
///
/// From `states_for_factors` states on, M is replaced by its leading eigenpairs, a thirty-second of all, as
/// soon as their square is the square of M to 1e-6 (sum of squared differences, the scale of which is the
/// number of clusters that are still apart): what a walk remembers falls with every doubling.
class Doubling {
 public:
  static constexpr std::size_t states_for_factors = 2000;

  Doubling(const DenseChain& chain, std::size_t threads, std::size_t factors_from = states_for_factors);

  std::size_t steps() const { return steps_; }
  /// True once eigenpairs stand for the matrix.
  bool factored() const { return factors_.has_value(); }
  /// Twice as many steps. O(states^3), half of a matrix product; O(1) once factored. Throws
  /// Error(interrupted) if told to stop, after which nothing can be asked any more.
  void advance(const StopCheck& stop = {});
  /// I(X_0;X_t) in bits, t = steps(). O(states^2) logarithms, and once factored O(states^2 eigenpairs).
  double information() const;
  /// J_t. Where eigenpairs leave a hair below 0, 0.
  DenseChain chain() const;

 private:
  bool factorise();
  /// Rows [begin, end) of J_t, each up to its diagonal.
  Points joint_rows(std::size_t begin, std::size_t end) const;

  Eigen::VectorXd mass_, root_;  // mu and its square root
  std::size_t threads_;
  std::size_t factors_from_;
  std::size_t steps_ = 1;
  SquareMatrix now_, next_;
  std::optional<Eigenpairs> factors_;
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
