// SPDX-License-Identifier: MIT
#include "systems/d_graph/objective.hpp"

#include <cmath>

namespace comac {
namespace {

using Coefficients = Eigen::Map<const Eigen::MatrixXd>;  // a column for each cluster

}  // namespace

DGraphObjective::DGraphObjective(const Points& features, std::size_t clusters,
                                 const std::vector<RowPair>& pairs, const std::vector<RowPair>& near,
                                 const DGraphWeights& weights)
    : features_(features), clusters_(index(clusters)), pairs_(pairs), near_(near), weights_(weights) {
  for (const RowPair& pair : near) near_weight_ += pair.weight;
}

Points DGraphObjective::probabilities(const Eigen::VectorXd& coefficients) const {
  const Eigen::Index m = features_.cols();
  const Coefficients w(coefficients.data(), m + 1, clusters_);
  Points p = (features_ * w.topRows(m)).rowwise() + w.row(m);
  p.colwise() -= Eigen::VectorXd(p.rowwise().maxCoeff());
  p = p.array().exp();
  p.array().colwise() /= Eigen::ArrayXd(p.rowwise().sum());
  return p;
}

double DGraphObjective::operator()(const Eigen::VectorXd& coefficients, Eigen::VectorXd& gradient) const {
  const Eigen::Index m = features_.cols();
  const Points p = probabilities(coefficients);
  Points slope = Points::Zero(p.rows(), p.cols());  // of the value, by p
  double value = add_pairs(p, slope) + add_graph(p, slope);
  // By the arguments of the softmax: p (slope - mean slope).
  slope.colwise() -= Eigen::VectorXd(p.cwiseProduct(slope).rowwise().sum());
  slope = slope.cwiseProduct(p).eval();

  const Coefficients w(coefficients.data(), m + 1, clusters_);
  value += weights_.penalty * w.topRows(m).squaredNorm();
  Eigen::Map<Eigen::MatrixXd> out(gradient.data(), m + 1, clusters_);
  out.topRows(m).noalias() = features_.transpose() * slope;
  out.topRows(m) += 2 * weights_.penalty * w.topRows(m);
  out.row(m) = slope.colwise().sum();
  return value;
}

double DGraphObjective::add_pairs(const Points& p, Points& slope) const {
  if (pairs_.empty()) return 0;
  const double each = 1 / static_cast<double>(pairs_.size());
  for (const RowPair& pair : pairs_) {
    const double sign = pair.weight > 0 ? -each : each;
    slope.row(pair.first) += sign * p.row(pair.second);
    slope.row(pair.second) += sign * p.row(pair.first);
  }
  return -expected_share(p, pairs_);
}

double DGraphObjective::add_graph(const Points& p, Points& slope) const {
  double together = 0;
  const double each = near_weight_ > 0 ? weights_.graph / near_weight_ : 0;
  for (const RowPair& pair : near_) {
    together += each * pair.weight * p.row(pair.first).dot(p.row(pair.second));
    slope.row(pair.first) -= each * pair.weight * p.row(pair.second);
    slope.row(pair.second) -= each * pair.weight * p.row(pair.first);
  }
  if (clusters_ < 2) return -together;
  constexpr double least = 1e-300;  // of a mean whose logarithm is taken
  const Eigen::RowVectorXd mean = p.colwise().mean().cwiseMax(least);
  const Eigen::RowVectorXd logs = mean.array().log();
  const double unit = weights_.graph / std::log(static_cast<double>(clusters_));
  slope.rowwise() += (unit / static_cast<double>(p.rows())) * Eigen::RowVectorXd(logs.array() + 1);
  return -together + unit * mean.dot(logs);
}

double expected_share(const Points& p, const std::vector<RowPair>& pairs) {
  double kept = 0;
  for (const RowPair& pair : pairs) {
    const double together = p.row(pair.first).dot(p.row(pair.second));
    kept += pair.weight > 0 ? together : 1 - together;
  }
  return pairs.empty() ? 0 : kept / static_cast<double>(pairs.size());
}

}  // namespace comac
