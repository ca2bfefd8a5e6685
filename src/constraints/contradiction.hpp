// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/result.hpp"

namespace comac {

/// "rows 3 and 5 must be together (links.csv:2)"; items are numbered as in Dropped::against.
std::string item_sentence(const SideInformation& known, std::size_t item);

/// "a, yet b and c", each item with its line.
std::string contradiction_sentence(const Dropped& dropped, const SideInformation& known);

/// Fills in the reason of each dropped item that has none: the shortest chain of kept labels and must-links
/// that contradicts it, each with its line. O(labels + links) for each of the first 100; then just the item.
void explain(std::vector<Dropped>& dropped, const SideInformation& known, std::size_t rows);

}  // namespace comac
