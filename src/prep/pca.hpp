// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "prep/linear.hpp"

namespace comac {

/// The map to the first principal components: centred, in order of falling variance, columns PC1, PC2, ..
/// Signs are fixed: the loading of greatest magnitude is positive, ties go to the lowest column.
/// Throws Error(usage) unless 1 <= dimensions <= columns, Error(data) if squares of the values overflow.
/// O(rows * columns * m + m^3), m = min(rows, columns); memory O(m^2) beside one block of rows.
Linear fit_components(const TableView& table, std::size_t dimensions);

/// The rows in their first principal components.
Table principal_components(const TableView& table, std::size_t dimensions);

}  // namespace comac
