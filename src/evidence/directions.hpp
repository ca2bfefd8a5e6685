// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

namespace comac {

/// The `count` orthonormal directions in which rows (columns of the matrix) vary the most, a column each, the
/// largest last. Of d columns and n rows it takes O(n d min(n, d)): where columns outnumber rows, by the
/// products of rows, which span all directions in which they vary.
Eigen::MatrixXd leading_directions(const Eigen::MatrixXd& rows, Eigen::Index count);

}  // namespace comac
