// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "comac/data/table.hpp"

namespace comac {

/// Throws Error(data), as bandwidth() would, if every row has at least `neighbours` equals, itself included:
/// before distances are taken, which for many equal rows takes long. O(rows columns).
void require_different_rows(const TableView& table, std::size_t neighbours);

/// sigma_k from each row's sum of squared distances to its `neighbours` nearest rows, itself among them.
/// Throws Error(data) if it is 0 or not finite.
double bandwidth(std::span<const double> nearest_sums, std::size_t neighbours);

}  // namespace comac
