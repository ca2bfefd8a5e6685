// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace comac {

/// Rows of numbers, row after row as in a Table.
using Points = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Eigen counts with signed numbers.
inline Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

/// The column of the greatest number in each row, the first of equals.
std::vector<std::uint32_t> greatest_columns(const Points& rows);

/// The variance of each column (n in the denominator).
Eigen::RowVectorXd column_variances(const Points& points);

/// A positive number for each column, `share` of its variance or of 1 for a constant column: what is added to
/// the diagonal of a covariance so that it can be inverted. Scaling a column scales it alike.
Eigen::RowVectorXd ridge(const Points& points, double share);

}  // namespace comac
