// SPDX-License-Identifier: MIT
#pragma once

#include "comac/data/table.hpp"

namespace comac {

/// Each column with mean 0 and deviation 1 (n - 1 in the denominator); a constant column becomes 0.
/// O(rows * columns).
Table zscore(const Table& table);

}  // namespace comac
