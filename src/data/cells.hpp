// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "data/roles.hpp"
#include "data/text.hpp"

namespace comac {

/// Turns the cells of each column into numbers, as its form says.
class Cells {
 public:
  explicit Cells(const std::vector<Form>& forms);

  /// NaN for a cell without a value; nothing for one that the column's form can't have.
  std::optional<double> number(std::size_t column, std::string_view text);
  /// The form of a column once all its cells were seen: a category has the texts of its codes.
  ColumnAbout take(std::size_t column);

 private:
  std::vector<Form> forms_;
  std::vector<NameIndex> codes_;  // of categories
};

/// 1 for true, yes, t, y, on; 0 for false, no, f, n, off; in any case.
std::optional<double> parse_boolean(std::string_view text);

/// "1,5" as 1.5.
Number parse_comma_number(std::string_view text);

/// Whether a text is a number with its digits in groups of three: 1,234,567 or 1.234,5 or 1 234 or 1'234.
bool has_thousands(std::string_view text);

}  // namespace comac
