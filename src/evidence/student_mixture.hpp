// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <utility>
#include <vector>

#include "evidence/coded_rows.hpp"
#include "evidence/row_tiles.hpp"

namespace comac {

/// What the rows of each cluster look like: a mixture whose parts have a multivariate t distribution for the
/// numbers of a row and, independent of it and of one another, chances of the values of each discrete column.
/// In bits, a cluster that a row fits into tells the row in few.
class StudentMixture {
 public:
  struct Part {
    Eigen::VectorXd mean;
    Eigen::MatrixXd root;  ///< lower triangular L, with L L' the scale matrix
    double log_weight = 0;
    Eigen::VectorXd log_chances = {};  ///< of each value of all discrete columns
  };
  StudentMixture() = default;
  StudentMixture(std::vector<Part> parts, double freedom);

  std::size_t clusters() const { return parts_.size(); }
  const std::vector<Part>& parts() const { return parts_; }
  double freedom() const { return freedom_; }
  /// ln(pi_c t(x|c) p(codes of x|c)) for each row x (a column here) and cluster c (a row here).
  /// O(rows K (d^2 + discrete columns)).
  Eigen::MatrixXd log_densities(const Eigen::MatrixXd& rows, const CodedRows& codes = {}) const;
  /// The same for a tile of rows, and the Mahalanobis distances |L^-1 (x - m)|^2 of the formula, squared.
  /// `solved` has room for the columns. Codes are not looked at.
  void log_densities(const double* columns, double* distances, double* densities, double* solved) const;
  /// Adds ln p(codes of x|c) for `count` rows from the first one, in a tile.
  void add_chances(const CodedRows& codes, std::size_t first, std::size_t count, double* densities) const;

 private:
  std::vector<Part> parts_;
  double freedom_ = 8;
  std::vector<double> log_most_;  // of each part, where the distance is 0
  Eigen::MatrixXd log_chances_;   // part by value; a last column of 0 stands for no value
};

}  // namespace comac
