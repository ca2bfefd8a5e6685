// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "comac/data/table.hpp"
#include "prep/spread.hpp"

namespace comac {

/// Whether the columns of a table are of one kind (coordinates, pixels, shares), so that their distances mean
/// something as they are, or measured in different units.
struct Units {
  bool of_one_kind = true;
  std::string why = {};  ///< half a sentence
};

/// Columns that vary are of one kind if their spreads differ by no more than a factor of ten; or if the
/// numbers of each row sum to the same; or, of eight columns and more, if most reach over half of what all
/// reach over together, as pixels do, of which some hardly vary; or if all much narrower ones stand alone
/// (lone_columns()): noise, which says nothing about units. Indicators of categories don't count.
/// O(rows columns + columns^2).
Units judge_units(const TableView& table, std::span<const Spread> spreads);

/// "'petal length'", or "column 3" where columns have no names.
std::string column_title(const TableView& table, std::size_t column);

}  // namespace comac
