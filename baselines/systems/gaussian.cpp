// SPDX-License-Identifier: MIT
#include "systems/gaussian.hpp"

#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>

namespace comac {
namespace {

constexpr double least_share = 1e-100;

}  // namespace

Gaussian::Gaussian(Eigen::RowVectorXd mean, const Eigen::MatrixXd& covariance)
    : mean_(std::move(mean)), factor_(covariance), log_determinant_(comac::log_determinant(factor_)) {
  assert(factor_.info() == Eigen::Success);
}

Eigen::VectorXd Gaussian::squared_distances(const Points& points) const {
  Eigen::MatrixXd centred = (points.rowwise() - mean_).transpose();
  factor_.matrixL().solveInPlace(centred);
  return centred.colwise().squaredNorm().transpose();
}

Eigen::VectorXd Gaussian::log_densities(const Points& points) const {
  const double constant =
      static_cast<double>(points.cols()) * std::log(2 * std::numbers::pi) + log_determinant_;
  return -0.5 * (squared_distances(points).array() + constant);
}

double log_determinant(const Eigen::LLT<Eigen::MatrixXd>& factor) {
  return 2 * factor.matrixLLT().diagonal().array().log().sum();
}

Moments moments(const Points& points, const Eigen::VectorXd& weights) {
  Moments result{weights.sum(), Eigen::RowVectorXd::Zero(points.cols()),
                 Eigen::MatrixXd::Zero(points.cols(), points.cols())};
  if (!(result.weight > 0)) return result;
  result.mean = weights.transpose() * points / result.weight;
  const Points scaled = (points.rowwise() - result.mean).array().colwise() * weights.array().sqrt();
  result.scatter.noalias() = scaled.transpose() * scaled;
  return result;
}

Eigen::VectorXd normalise_logs(Points& rows) {
  Eigen::VectorXd logs(rows.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double greatest = rows.row(i).maxCoeff();
    if (greatest == -HUGE_VAL) {
      rows.row(i).setConstant(1.0 / static_cast<double>(rows.cols()));
      logs[i] = greatest;
      continue;
    }
    const Eigen::ArrayXd shares = (rows.row(i).array() - greatest).exp();
    // What is next to nothing becomes nothing: sums over denormal numbers take many times as long.
    rows.row(i) = (shares < least_share).select(0, shares).matrix().transpose();
    const double sum = rows.row(i).sum();
    rows.row(i) /= sum;
    logs[i] = greatest + std::log(sum);
  }
  return logs;
}

}  // namespace comac
