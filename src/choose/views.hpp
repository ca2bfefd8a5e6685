// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>

#include "base/random.hpp"

namespace comac {

/// A map of rows (columns of a matrix) to features in which a metric is learned:
///   x -> projection (z - centre),  z = x, or where there are landmarks z_m = exp(-|x - landmark_m|^2 /
///   width).
/// It holds all that new rows need.
struct View {
  Eigen::MatrixXd landmarks;  ///< a column for each; none: z = x
  double width = 1;
  Eigen::VectorXd centre;
  Eigen::MatrixXd projection;

  /// O(rows (landmarks + features) columns).
  Eigen::MatrixXd features(const Eigen::MatrixXd& rows) const;
};

/// The columns themselves, or where there are more than 50 their leading components.
View linear_view(const Eigen::MatrixXd& rows);

/// What a Gaussian kernel sees, as wide as rows are typically apart: the 50 leading components of its Nystrom
/// features for at most 150 landmarks, drawn at random, with the total variance of the rows.
View kernel_view(const Eigen::MatrixXd& rows, Random& random);

}  // namespace comac
