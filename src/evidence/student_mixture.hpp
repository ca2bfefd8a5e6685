// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <utility>
#include <vector>

#include "evidence/row_tiles.hpp"

namespace comac {

/// What the rows of each cluster look like: a mixture of multivariate t distributions. In bits, a cluster
/// that a row fits into tells the row in few.
class StudentMixture {
 public:
  struct Part {
    Eigen::VectorXd mean;
    Eigen::MatrixXd root;  ///< lower triangular L, with L L' the scale matrix
    double log_weight = 0;
  };
  StudentMixture() = default;
  StudentMixture(std::vector<Part> parts, double freedom);

  std::size_t clusters() const { return parts_.size(); }
  const std::vector<Part>& parts() const { return parts_; }
  double freedom() const { return freedom_; }
  /// ln(pi_c t(x|c)) for each row x (a column here) and cluster c (a row here). O(rows K d^2).
  Eigen::MatrixXd log_densities(const Eigen::MatrixXd& rows) const;
  /// The same for a tile of rows, and the Mahalanobis distances |L^-1 (x - m)|^2 of the formula, squared.
  /// `solved` has room for the columns.
  void log_densities(const double* columns, double* distances, double* densities, double* solved) const;

 private:
  std::vector<Part> parts_;
  double freedom_ = 8;
  std::vector<double> log_most_;  // of each part, where the distance is 0
};

}  // namespace comac
