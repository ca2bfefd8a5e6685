// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"

namespace comac {

/// Groupings of rows, a column of the matrix each, by k-means: some in columns of unit variance; some in
/// directions of unit variance without correlation, which depend on neither units nor correlations of the
/// columns, so that long clusters side by side are among them; and some in single columns, those that fall
/// into groups by themselves the most: where other columns only hide the clusters, no distance by all of them
/// finds these. Where clusters of some rows are known (unknown_cluster of the others), some more that begin
/// with these: in columns, in directions, and in directions of unit variance within the known clusters.
std::vector<std::vector<std::uint32_t>> means_starts(const Eigen::MatrixXd& rows, std::size_t clusters,
                                                     std::size_t of_a_kind, Random& random,
                                                     std::span<const std::uint32_t> known = {});

}  // namespace comac
