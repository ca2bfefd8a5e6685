// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac {

/// "rows 3 and 5 must be together (links.csv:2)".
std::string item_sentence(const SideInformation& known, ItemId item);

/// "a, yet b and c", each item with its line.
std::string contradiction_sentence(const Conflict& conflict, const SideInformation& known);

/// Fills in the reason of each conflict that has none: the shortest chain of kept labels and must-links
/// that contradicts its item, each with its line. O(labels + links) for each of the first 100; then just the
/// item. `kept` says of each item whether it is hard and was not left out.
void give_reasons(std::vector<Conflict>& conflicts, const SideInformation& known, const PerItem<char>& kept,
                  std::size_t rows);

}  // namespace comac
