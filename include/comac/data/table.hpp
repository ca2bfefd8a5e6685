// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace comac {

/// What the numbers of a column stand for.
enum class ColumnKind {
  number,
  boolean,    ///< 0 or 1
  date,       ///< days since 1970-01-01, or hours since midnight
  ordinal,    ///< 0, 1, .. from low to high
  category,   ///< a code: an index into names; such a column must be encoded before rows are compared
  indicator,  ///< 1 where a row is of a category, else 0
};

struct ColumnAbout {
  ColumnKind kind = ColumnKind::number;
  /// Of a category: the text of each code. Of an ordinal column: its values from low to high. Of dates: how
  /// they are written (see DateForm).
  std::vector<std::string> names = {};

  bool operator==(const ColumnAbout&) const = default;
};

std::string_view to_string(ColumnKind kind);

/// A dense table of numbers, row after row.
struct Table {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;             ///< rows * columns
  std::vector<std::string> column_names;  ///< empty, or one for each column
  /// Empty: plain numbers, all finite. Else one for each column, and NaN stands for a missing value.
  std::vector<ColumnAbout> about = {};

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
