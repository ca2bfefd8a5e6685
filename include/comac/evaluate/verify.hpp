// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/result.hpp"

namespace comac {

/// Checks labels against everything that was said. Reads only input and output: it shares no code with
/// the engine. O(labels + links + classes^2).
std::vector<Violation> verify(const SideInformation& known, std::span<const std::uint32_t> cluster);

}  // namespace comac
