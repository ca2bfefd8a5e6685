// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace comac {

/// A dense matrix of what it is worth to give row r column c.
struct Gains {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::int64_t> values;  ///< rows * columns, row after row

  std::int64_t at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

inline constexpr std::size_t unassigned = SIZE_MAX;

/// The column of each row in a one-to-one assignment with the greatest sum; `unassigned` where rows outnumber
/// columns. The Hungarian method, O(m^2 n) for m = min, n = max of rows and columns.
std::vector<std::size_t> best_assignment(const Gains& gains);

}  // namespace comac
