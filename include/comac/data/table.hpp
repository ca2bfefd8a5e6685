// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace comac {

/// A dense table of finite numbers, row after row.
struct Table {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;             ///< rows * columns
  std::vector<std::string> column_names;  ///< empty, or one for each column

  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
  double& at(std::size_t row, std::size_t column) { return values[row * columns + column]; }
  std::span<const double> row(std::size_t r) const { return {values.data() + r * columns, columns}; }
};

inline constexpr std::uint32_t unknown_category = UINT32_MAX;

/// A column of names, each name once; `ids[row]` indexes `names` or is `unknown_category`.
struct Categories {
  std::vector<std::string> names;  ///< in order of first appearance
  std::vector<std::uint32_t> ids;
};

}  // namespace comac
