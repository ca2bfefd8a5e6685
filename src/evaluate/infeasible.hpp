// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "constraints/propagate.hpp"

namespace comac {

/// Why so few clusters cannot honour all exclusions, in one sentence: groups that exclude one another, one
/// row of each, with lines that say so, none of which could be left out (see minimal_proof()), and a number
/// of clusters that is enough. Where the search gave up, that; "" where they are enough. See
/// feasible_colouring() for the effort.
std::string describe_infeasible(const Belief& belief, const Constraints& constraints, std::size_t clusters);

}  // namespace comac
