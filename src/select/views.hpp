// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>

#include "base/random.hpp"
#include "prep/learned_map.hpp"

namespace comac {

/// The columns themselves, or where there are more than 50 their leading components.
View linear_view(const Eigen::MatrixXd& rows);

/// What a Gaussian kernel sees, as wide as rows are typically apart: the 50 leading components of its Nystrom
/// features for at most 150 landmarks, drawn at random, with the total variance of the rows.
View kernel_view(const Eigen::MatrixXd& rows, Random& random);

}  // namespace comac
