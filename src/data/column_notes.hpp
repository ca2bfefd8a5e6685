// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "comac/data/read.hpp"
#include "data/roles.hpp"

namespace comac {

/// All that was decided about columns and rows, a sentence for each kind of decision. A program that has the
/// columns in memory knows what they hold.
std::vector<std::string> column_notes(const Columns& columns, const Dataset& dataset, const ReadPlan& plan,
                                      Missing policy);

}  // namespace comac
