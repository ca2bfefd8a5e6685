// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <span>

namespace comac {

/// A label that may be wrong: with chance `trust` it is drawn as its cluster's labels are, else at random.
struct DoubtedLabel {
  std::uint32_t row = 0;
  std::uint32_t label = 0;
  double trust = 1;
};

/// How labels are drawn in each cluster: what a label tells about a row, which is told with the row's values.
class LabelModel {
 public:
  LabelModel() = default;
  LabelModel(std::size_t clusters, std::size_t classes);
  /// Estimates from memberships R', cluster by row.
  void estimate(std::span<const DoubtedLabel> labels, const Eigen::MatrixXd& memberships);
  /// The chance of this label in a cluster.
  double chance(const DoubtedLabel& label, std::size_t cluster) const;
  /// What it adds to the logarithm of its row's density there.
  double nats(const DoubtedLabel& label, std::size_t cluster) const;
  /// The chance that it was not drawn at random, if the row is in that cluster.
  double meant(const DoubtedLabel& label, std::size_t cluster) const;

 private:
  Eigen::MatrixXd share_;  // of each class (a column) among what is meant in each cluster
};

}  // namespace comac
