// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "chain/dense_chain.hpp"
#include "comac/systems/system.hpp"
#include "systems/points.hpp"

namespace comac {

/// Throws Error(data) with the memory needed unless `matrices` matrices of rows^2 numbers fit.
void require_matrices(const Task& task, std::string_view system, std::size_t matrices);

/// Rows of numbers that lie elsewhere.
using PointsView = Eigen::Map<const Points>;

/// The same numbers, not copied.
PointsView as_points(const SquareMatrix& matrix);

/// square * x in blocks of rows; threads never change a bit. O(rows^2 columns).
Points product(const PointsView& square, const Points& x, std::size_t threads);

}  // namespace comac
