// SPDX-License-Identifier: MIT
#pragma once

#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"

namespace comac {

/// What is to be done about the units of the columns. `automatic` is left to our own engine: robust scaling
/// where the units differ (judge_units); but where labels or links that are left out cost fewer bits the
/// other way (yardstick.hpp), that. The other methods leave the columns as they are. The rows that are known
/// about must exist. O(rows columns), and the square of up to a thousand labelled rows.
Scaled choose_scale(const TableView& table, const SideInformation& known, const Options& options);

}  // namespace comac
