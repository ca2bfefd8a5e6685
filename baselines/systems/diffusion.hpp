// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "chain/dense_chain.hpp"
#include "optimise/sequential.hpp"
#include "systems/points.hpp"

namespace comac {

/// S = D^-1/2 W D^-1/2 of a reversible chain's similarities without the self-transitions, as Zhou et al.
/// 2004 have it. A row without neighbours has a row of zeros in S. The chain is not copied.
class Diffusion {
 public:
  /// Spreading throws Error(interrupted) if told to stop.
  Diffusion(const DenseChain& chain, std::size_t threads, StopCheck stop = {});

  /// S x. O(rows^2 columns).
  Points step(const Points& x) const;

  /// (1 - a) (I - a S)^-1 y, 0 <= a < 1. Few columns by conjugate gradients on all of them at once, to a
  /// residual of 1e-12 of each: O(rows^2 columns) an iteration, whose number grows as 1 / sqrt(1 - a).
  /// Many columns by Cholesky's decomposition: O(rows^3 / 3 + 2 rows^2 columns) and a matrix more.
  Points spread(const Points& y, double a) const;

  /// The two ways, which agree.
  Points spread_by_iteration(const Points& y, double a) const;
  Points spread_by_decomposition(const Points& y, double a) const;

 private:
  const DenseChain& chain_;
  Eigen::VectorXd own_;    // self-transitions
  Eigen::VectorXd scale_;  // D^-1/2
  std::size_t threads_;
  StopCheck stop_;
};

}  // namespace comac
