// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac {

/// A hard item that a partition does not honour: a link, named twice, or two labels that clash, of one class
/// in two clusters or of two classes in one.
struct Violation {
  ItemId item;
  ItemId other;
  friend bool operator==(const Violation&, const Violation&) = default;
};

/// Checks labels against everything that was said and is hard. Reads only input and output: it shares no code
/// with the engine. First the links in their order, then the classes: one violation for each class that is
/// split and one for each pair of classes that meet, by label. O(links + labels log labels + pairs that
/// meet).
std::vector<Violation> verify(const SideInformation& known, std::span<const std::uint32_t> cluster);

}  // namespace comac
