// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "chain/dense_chain.hpp"
#include "comac/systems/system.hpp"
#include "optimise/sequential.hpp"
#include "systems/points.hpp"

namespace comac {

/// Throws Error(data) with the memory needed unless `matrices` matrices of rows^2 numbers fit.
void require_matrices(const Task& task, std::string_view system, std::size_t matrices);

/// Throws Error(interrupted) if the user has cancelled. To be asked within work that takes O(rows^3), or
/// nobody would be heard before it ends.
void throw_if_stopped(const StopCheck& stop);

/// Rows of numbers that lie elsewhere.
using PointsView = Eigen::Map<const Points>;

/// The same numbers, not copied.
PointsView as_points(const SquareMatrix& matrix);

/// matrix * x in blocks of rows; threads never change a bit. Throws Error(interrupted) if told to stop.
Points product(const PointsView& matrix, const Points& x, std::size_t threads, const StopCheck& stop = {});

}  // namespace comac
