// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "constraints/groups.hpp"

namespace comac {

/// Colours some vertices of a graph such that neighbours among them differ, by local search: from random
/// colours, the vertex in conflict whose new colour leaves the fewest conflicts changes at each step, and may
/// not change back for a while. Returns the colour of each of `vertices`, or nothing after `steps` steps.
/// Needs no luck where exhaustive search drowns, but proves nothing. O(steps * conflicts * colours).
std::optional<std::vector<std::uint32_t>> tabu_colouring(const Adjacency& graph,
                                                         std::span<const std::uint32_t> vertices,
                                                         std::size_t colours, std::size_t steps,
                                                         Random& random);

}  // namespace comac
