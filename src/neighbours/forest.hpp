// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "neighbours/distinct_rows.hpp"
#include "neighbours/points.hpp"

namespace comac {

/// A random-projection tree: near rows tend to share a leaf.
struct RandomTree {
  std::vector<std::uint32_t> order;                         ///< the rows, leaf after leaf
  std::vector<std::pair<std::size_t, std::size_t>> leaves;  ///< from where to where in `order`
};

/// `count` trees of leaves of at most `leaf` rows, the same for any number of threads. A node splits its rows
/// at the median of their projections on the difference of two of them, ties by index: even equal rows are
/// split. O(count rows columns log rows).
template <class Real>
std::vector<RandomTree> random_trees(const Points<Real>& points, std::size_t count, std::size_t leaf,
                                     std::uint64_t seed, std::size_t threads, const RowsDone& done);

}  // namespace comac
