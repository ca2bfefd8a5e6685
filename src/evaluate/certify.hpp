// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "comac/result.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// What was said, what of it was left out as contradictory, and what the clusters do not honour; with a
/// warning where more groups exclude one another than there are clusters.
Certificate certify(const SideInformation& known, const Constraints& constraints,
                    std::span<const std::uint32_t> cluster, std::size_t clusters);

}  // namespace comac
