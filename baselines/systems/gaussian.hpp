// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Cholesky>

#include "systems/points.hpp"

namespace comac {

/// A Gaussian density by the Cholesky factor of its covariance, which must be positive definite.
class Gaussian {
 public:
  Gaussian(Eigen::RowVectorXd mean, const Eigen::MatrixXd& covariance);

  const Eigen::RowVectorXd& mean() const { return mean_; }
  double log_determinant() const { return log_determinant_; }
  /// (x - m) S^-1 (x - m)' of each row. O(rows * columns^2).
  Eigen::VectorXd squared_distances(const Points& points) const;
  /// ln N(x; m, S) of each row.
  Eigen::VectorXd log_densities(const Points& points) const;

 private:
  Eigen::RowVectorXd mean_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  double log_determinant_ = 0;
};

/// ln det of what was factored.
double log_determinant(const Eigen::LLT<Eigen::MatrixXd>& factor);

/// Sum of weights, weighted mean, and sum of w (x - mean)'(x - mean).
struct Moments {
  double weight = 0;
  Eigen::RowVectorXd mean;
  Eigen::MatrixXd scatter;
};

/// Mean and scatter are 0 where all weights are.
Moments moments(const Points& points, const Eigen::VectorXd& weights);

/// Turns each row of logarithms into shares that sum to 1 and returns the logarithm of each row's sum. A row
/// of minus infinities becomes uniform.
Eigen::VectorXd normalise_logs(Points& rows);

}  // namespace comac
