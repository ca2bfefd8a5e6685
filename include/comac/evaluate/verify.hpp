// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/result.hpp"

namespace comac {

/// Checks labels against everything that was said and is hard. Reads only input and output: it shares no code
/// with the engine. First the links in their order, then the classes: one violation for each class that is
/// split and one for each pair of classes that meet, by label. O(links + labels log labels + pairs that
/// meet).
std::vector<Violation> verify(const SideInformation& known, std::span<const std::uint32_t> cluster);

}  // namespace comac
