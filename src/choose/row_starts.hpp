// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace comac {

/// Groupings of rows, a column of the matrix each, by k-means: some in columns of unit variance, more in
/// directions of unit variance without correlation. What the latter find doesn't depend on the units and
/// correlations of the columns, so that long clusters side by side are among it.
std::vector<std::vector<std::uint32_t>> means_starts(const Eigen::MatrixXd& rows, std::size_t clusters,
                                                     Random& random);

}  // namespace comac
