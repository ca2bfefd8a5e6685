// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace comac {

/// Two rows that belong together, or apart.
struct MetricPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  bool together = true;
};

/// Squared distances: rows that belong together should be no further than `near`, others no nearer than
/// `far`.
struct MetricBounds {
  double near = 0;
  double far = 0;
};

/// A metric d(x,y) = (x-y)' A (x-y) learned from pairs: of all positive definite A whose distances are on the
/// right side of the bounds, or slightly off where they contradict, the one nearest to the identity by the
/// LogDet divergence (ITML, Davis, Kulis, Jain, Sra and Dhillon 2007). Each step is a projection onto one
/// pair's bound and keeps A positive definite.
class MetricLearner {
 public:
  /// Rows are columns of `rows`, which is only read here.
  MetricLearner(const Eigen::MatrixXd& rows, std::span<const MetricPair> pairs, const MetricBounds& bounds);

  /// Projects onto the bound of one pair. O(columns^2).
  void project(std::size_t pair);
  /// Once over all pairs; returns whether anything still moved.
  bool sweep();
  /// A, positive definite after every step.
  Eigen::MatrixXd metric() const;
  /// The bounds as slack has moved them, in the order of the pairs.
  const std::vector<double>& slack_bounds() const { return bound_; }

 private:
  Eigen::MatrixXd differences_;  // a column for each pair
  std::vector<double> sign_, bound_, multiplier_;
  double moved_ = 0;
  Eigen::MatrixXd metric_;  // its lower half
  Eigen::VectorXd image_;
};

/// A after at most so many sweeps.
Eigen::MatrixXd learn_metric(const Eigen::MatrixXd& rows, std::span<const MetricPair> pairs,
                             const MetricBounds& bounds, std::size_t sweeps);

/// L' with A = L L': distances of L' x are those of the metric.
Eigen::MatrixXd metric_root(const Eigen::MatrixXd& metric);

/// (x-y)' A (x-y) of each pair.
std::vector<double> pair_distances(const Eigen::MatrixXd& rows, const Eigen::MatrixXd& metric,
                                   std::span<const MetricPair> pairs);

/// The chance that a pair that belongs together is nearer than one that doesn't (the area under the ROC
/// curve); .5 where one of the kinds is missing. O(pairs log pairs).
double share_in_order(std::span<const double> distances, std::span<const MetricPair> pairs);

}  // namespace comac
