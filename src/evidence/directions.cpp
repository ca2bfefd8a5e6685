// SPDX-License-Identifier: MIT
#include "evidence/directions.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace comac {
namespace {

constexpr double least_share = 1e-12;  // of the largest variance; less is rounding

}  // namespace

Eigen::MatrixXd leading_directions(const Eigen::MatrixXd& rows, Eigen::Index count) {
  using Matrix = Eigen::MatrixXd;
  const Matrix centred = rows.colwise() - rows.rowwise().mean();
  const Eigen::Index n = rows.cols(), d = rows.rows();
  if (d <= n) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(centred * centred.transpose());
    return solver.eigenvectors().rightCols(count);
  }
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(centred.transpose() * centred);
  const double noise = least_share * solver.eigenvalues()[n - 1];
  if (!(solver.eigenvalues()[n - 1] > 0)) return Matrix::Identity(d, 1);  // all rows are equal
  const auto varying = (solver.eigenvalues().array() > noise).count();
  const Eigen::Index kept = std::max<Eigen::Index>(std::min(count, varying), 1);
  return (centred * solver.eigenvectors().rightCols(kept)).colwise().normalized();
}

}  // namespace comac
