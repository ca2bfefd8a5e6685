// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "constraints/groups.hpp"
#include "systems/points.hpp"

namespace comac {

/// The mean of the rows of each group.
Points group_means(const Points& points, const Groups& groups);

/// Puts each centre in the mean of its rows; one without rows stays where it is.
void move_centres(const Points& points, const std::vector<std::uint32_t>& cluster, Points& centres);

/// Sum over the rows of the squared distance to the centre of their cluster.
double squared_error(const Points& points, const std::vector<std::uint32_t>& cluster, const Points& centres);

}  // namespace comac
