// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac {

/// Of items that can't all hold in so many clusters, some that can't either, but can without any one of them.
/// One item after the other is left out, the last first, where the others still can't hold: O(items^2) and as
/// many exhaustive searches, within a second or so. Items that there is no time to judge stay.
std::vector<ItemId> minimal_proof(const SideInformation& said, const std::vector<ItemId>& items,
                                  std::size_t clusters);

}  // namespace comac
