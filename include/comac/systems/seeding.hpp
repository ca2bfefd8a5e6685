// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "comac/base/random.hpp"
#include "comac/systems/points.hpp"

namespace comac {

/// k-means++ (Arthur & Vassilvitskii 2007): rows as centres, each drawn with a probability proportional to
/// its squared distance to the centres before it; uniformly where all distances are 0. O(rows * count *
/// columns).
std::vector<std::size_t> plus_plus_rows(const Points& points, std::size_t count, Random& random);

/// These rows as a matrix.
Points select_rows(const Points& points, const std::vector<std::size_t>& rows);

/// The nearest centre of each row, the first of equals.
std::vector<std::uint32_t> nearest_centres(const Points& points, const Points& centres);

}  // namespace comac
