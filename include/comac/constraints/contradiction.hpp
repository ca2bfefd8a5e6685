// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/result.hpp"

namespace comac {

/// Fills in the reason of each dropped item: the shortest chain of kept labels and must-links that
/// contradicts it, each with its line. O(labels + links) for each item.
void explain(std::vector<Dropped>& dropped, const SideInformation& known, std::size_t rows);

}  // namespace comac
