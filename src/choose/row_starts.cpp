// SPDX-License-Identifier: MIT
#include "choose/row_starts.hpp"

#include <Eigen/Eigenvalues>

#include "choose/starts.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;

constexpr std::size_t rounds = 2;  // of one start in the columns and two in the directions

/// Columns of unit variance.
std::vector<double> standardised(const Matrix& rows) {
  const Eigen::VectorXd mean = rows.rowwise().mean();
  const Eigen::VectorXd deviation =
      ((rows.colwise() - mean).rowwise().squaredNorm() / static_cast<double>(rows.cols())).cwiseSqrt();
  const Matrix scaled = (rows.colwise() - mean).array().colwise() / (deviation.array() + 1e-300);
  return {scaled.data(), scaled.data() + scaled.size()};
}

/// Directions of unit variance, without correlation.
std::vector<double> whitened(const Matrix& rows) {
  const Matrix centred = rows.colwise() - rows.rowwise().mean();
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(centred * centred.transpose() /
                                                     static_cast<double>(rows.cols()));
  const double least = 1e-9 * solver.eigenvalues().maxCoeff() + 1e-300;  // collinear columns stay small
  const Matrix turned = solver.eigenvectors().transpose() * centred;
  const Matrix scaled = turned.array().colwise() / solver.eigenvalues().array().max(least).sqrt();
  return {scaled.data(), scaled.data() + scaled.size()};
}

}  // namespace

std::vector<std::vector<std::uint32_t>> means_starts(const Matrix& rows, std::size_t clusters,
                                                     Random& random) {
  const auto columns = static_cast<std::size_t>(rows.rows());
  const std::vector<double> by_columns = standardised(rows), by_directions = whitened(rows);
  std::vector<std::vector<std::uint32_t>> starts;
  for (std::size_t round = 0; round < rounds; ++round) {
    for (const auto* values : {&by_columns, &by_directions, &by_directions})
      starts.push_back(means_start(*values, columns, clusters, random));
  }
  return starts;
}

}  // namespace comac
