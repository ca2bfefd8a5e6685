// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "systems/cec_ib/cec_ib.hpp"
#include "systems/gaussian.hpp"

namespace comac {
namespace {

constexpr double ridge_share = 1e-6;

double number(std::size_t count) { return static_cast<double>(count); }

}  // namespace

CecEnergy::CecEnergy(const Points& points, const Classes& classes, double label_weight, std::size_t clusters)
    : points_(points), classes_(classes), label_weight_(label_weight) {
  Cluster empty;
  empty.mean = Eigen::RowVectorXd::Zero(points.cols());
  empty.scatter = (static_cast<double>(points.rows()) * ridge(points, ridge_share)).asDiagonal();
  empty.factor.compute(empty.scatter);
  empty.log_determinant = log_determinant(empty.factor);
  empty.class_rows.assign(classes.count, 0);
  clusters_.assign(clusters, empty);
}

double CecEnergy::value() const {
  double sum = 0;
  for (const Cluster& cluster : clusters_) sum += cluster.energy;
  return sum;
}

double CecEnergy::energy(std::size_t rows, double log_determinant, double entropy) const {
  if (rows == 0) return 0;
  const double p = number(rows) / static_cast<double>(points_.rows());
  const double d = static_cast<double>(points_.cols());
  const double constant = d / 2 * std::log(2 * std::numbers::pi * std::numbers::e);
  const double log_covariance = log_determinant - d * std::log(number(rows));
  return p * (-std::log(p) + constant + log_covariance / 2 + label_weight_ * entropy);
}

double CecEnergy::entropy(const std::vector<std::size_t>& class_rows, std::size_t row, int change) const {
  double total = 0, sum = 0;
  for (std::size_t c = 0; c < class_rows.size(); ++c) {
    const double count = number(class_rows[c]) + (classes_.of_row[row] == c ? change : 0);
    if (count <= 0) continue;
    total += count;
    sum += count * std::log(count);
  }
  return total > 0 ? std::log(total) - sum / total : 0;
}

double CecEnergy::energy_after(const Cluster& cluster, std::size_t row, int change) const {
  const std::size_t rows = cluster.rows + static_cast<std::size_t>(change);
  const Eigen::VectorXd offset = (points_.row(index(row)) - cluster.mean).transpose();
  const double squared = cluster.factor.matrixL().solve(offset).squaredNorm();
  const double weight = change * number(cluster.rows) / (number(cluster.rows) + change);
  const double log_determinant = rows == 0 ? 0 : cluster.log_determinant + std::log1p(weight * squared);
  return energy(rows, log_determinant, entropy(cluster.class_rows, row, change));
}

double CecEnergy::join_delta(std::size_t row, std::size_t cluster) const {
  return energy_after(clusters_[cluster], row, 1) - clusters_[cluster].energy;
}

double CecEnergy::leave_delta(std::size_t row, std::size_t cluster) const {
  return energy_after(clusters_[cluster], row, -1) - clusters_[cluster].energy;
}

void CecEnergy::join(std::size_t row, std::size_t cluster) { change(clusters_[cluster], row, 1); }
void CecEnergy::leave(std::size_t row, std::size_t cluster) { change(clusters_[cluster], row, -1); }

void CecEnergy::change(Cluster& cluster, std::size_t row, int change) {
  const double before = number(cluster.rows), after = before + change;
  const Eigen::RowVectorXd offset = points_.row(index(row)) - cluster.mean;
  if (after > 0) {
    cluster.scatter += change * before / after * offset.transpose() * offset;
    cluster.mean += change / after * offset;
  }
  cluster.rows += static_cast<std::size_t>(change);
  if (classes_.known(row)) cluster.class_rows[classes_.of_row[row]] += static_cast<std::size_t>(change);
  cluster.factor.compute(cluster.scatter);
  cluster.log_determinant = log_determinant(cluster.factor);
  cluster.energy = energy(cluster.rows, cluster.log_determinant, entropy(cluster.class_rows, row, 0));
}

void CecEnergy::remove_cluster(std::size_t cluster) {
  clusters_.erase(clusters_.begin() + static_cast<std::ptrdiff_t>(cluster));
}

}  // namespace comac
