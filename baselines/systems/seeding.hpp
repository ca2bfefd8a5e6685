// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "systems/points.hpp"

namespace comac {

/// k-means++ (Arthur & Vassilvitskii 2007): rows as centres, each drawn with a probability proportional to
/// its squared distance to the centres before it, of which the first may be given; uniformly where all
/// distances are 0. O(rows * count * columns).
Points plus_plus_centres(const Points& points, std::size_t count, Random& random,
                         const Points& given = Points());

/// The nearest centre of each row, the first of equals.
std::vector<std::uint32_t> nearest_centres(const Points& points, const Points& centres);

}  // namespace comac
