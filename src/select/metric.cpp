// SPDX-License-Identifier: MIT
#include "select/metric.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/checkpoint.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// How much meeting a bound counts beside staying near the identity.
constexpr double slack = 1;
/// Sweeps end once multipliers change by no larger share.
constexpr double hardly_moved = 1e-3;

}  // namespace

MetricLearner::MetricLearner(const Matrix& rows, std::span<const MetricPair> pairs,
                             const MetricBounds& bounds)
    : differences_(rows.rows(), static_cast<Eigen::Index>(pairs.size())),
      multiplier_(pairs.size(), 0),
      metric_(Matrix::Identity(rows.rows(), rows.rows())),
      image_(rows.rows()) {
  for (std::size_t c = 0; c < pairs.size(); ++c) {
    differences_.col(static_cast<Eigen::Index>(c)) = rows.col(pairs[c].first) - rows.col(pairs[c].second);
    sign_.push_back(pairs[c].together ? 1 : -1);
    bound_.push_back(pairs[c].together ? bounds.near : bounds.far);
  }
}

void MetricLearner::project(std::size_t pair) {
  const auto difference = differences_.col(static_cast<Eigen::Index>(pair));
  image_.noalias() = metric_.selfadjointView<Eigen::Lower>() * difference;
  const double distance = difference.dot(image_);
  if (!(distance > 0)) return;  // equal rows: no metric tells them apart
  const double sign = sign_[pair];
  const double step = std::min(multiplier_[pair], sign / 2 * (1 / distance - slack / bound_[pair]));
  const double scale = sign * step / (1 - sign * step * distance);
  bound_[pair] = slack * bound_[pair] / (slack + sign * step * bound_[pair]);
  multiplier_[pair] -= step;
  moved_ += std::abs(step);
  metric_.selfadjointView<Eigen::Lower>().rankUpdate(image_, scale);
}

bool MetricLearner::sweep() {
  checkpoint();
  moved_ = 0;
  for (std::size_t c = 0; c < multiplier_.size(); ++c) project(c);
  const double all = std::accumulate(multiplier_.begin(), multiplier_.end(), 0.0);
  return moved_ > hardly_moved * all;
}

Matrix MetricLearner::metric() const { return metric_.selfadjointView<Eigen::Lower>(); }

Matrix learn_metric(const Matrix& rows, std::span<const MetricPair> pairs, const MetricBounds& bounds,
                    std::size_t sweeps) {
  MetricLearner learner(rows, pairs, bounds);
  for (std::size_t s = 0; s < sweeps && learner.sweep(); ++s) {
  }
  return learner.metric();
}

Matrix metric_root(const Matrix& metric) {
  const double ridge = 1e-12 * metric.trace();  // against rounding where a direction has all but vanished
  const Matrix safe = metric + ridge * Matrix::Identity(metric.rows(), metric.cols());
  return Matrix(safe.llt().matrixL()).transpose();
}

std::vector<double> pair_distances(const Matrix& rows, const Matrix& metric,
                                   std::span<const MetricPair> pairs) {
  std::vector<double> distances;
  for (const MetricPair& pair : pairs) {
    const Vector difference = rows.col(pair.first) - rows.col(pair.second);
    distances.push_back(difference.dot(metric * difference));
  }
  return distances;
}

double share_in_order(std::span<const double> distances, std::span<const MetricPair> pairs) {
  std::vector<double> together, apart;
  for (std::size_t c = 0; c < pairs.size(); ++c) {
    (pairs[c].together ? together : apart).push_back(distances[c]);
  }
  if (together.empty() || apart.empty()) return 0.5;
  std::ranges::sort(together);
  double in_order = 0;
  for (const double far : apart) {  // ties count half
    const auto [first, last] = std::ranges::equal_range(together, far);
    in_order += static_cast<double>(first - together.begin()) + static_cast<double>(last - first) / 2;
  }
  return in_order / static_cast<double>(together.size()) / static_cast<double>(apart.size());
}

}  // namespace comac
