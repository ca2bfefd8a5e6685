// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "neighbours/points.hpp"

namespace comac {

/// All of a search that is worth an instruction set of its own. Same bits for each of them.

/// out[n] = |x - row of[n]|^2, where x is padded like a row.
void distances_to(const Points<float>& points, const float* x, const std::uint32_t* of, std::size_t count,
                  float* out);
void distances_to(const Points<double>& points, const double* x, const std::uint32_t* of, std::size_t count,
                  double* out);

/// out[n] = x . row of[n].
void products_with(const Points<float>& points, const float* x, const std::uint32_t* of, std::size_t count,
                   float* out);
void products_with(const Points<double>& points, const double* x, const std::uint32_t* of, std::size_t count,
                   double* out);

/// Rows laid out column after column, `width` to a column, a multiple of point_lanes: out[j] = |x - row j|^2
/// for j < width.
void distances_by_column(const float* columns, std::size_t count, std::size_t width, const float* x,
                         float* out);
void distances_by_column(const double* columns, std::size_t count, std::size_t width, const double* x,
                         double* out);

}  // namespace comac
