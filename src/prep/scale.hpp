// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "comac/data/table.hpp"
#include "prep/spread.hpp"

namespace comac {

/// Each column less its centre and divided by its width in the rows that it was fitted to; a column that is
/// constant there becomes 0. Indicators of categories are multiplied so that a category counts like a number:
/// rows of different categories are as far apart, squared, as two rows are on the average in a column of
/// numbers (docs/maths.md). A step of a ColumnMap.
class Scaling {
 public:
  static constexpr std::string_view name = "zscore";

  /// By mean and deviation (n - 1 in the denominator). O(rows columns).
  static Scaling fit(const TableView& table);
  /// By median and spread, whatever a few outliers do.
  static Scaling robust(std::span<const Spread> columns);
  /// Numbers as they are; indicators get the width that columns of numbers have in the square mean.
  static Scaling as_they_are(std::span<const Spread> columns);
  Table apply(const TableView& rows) const;

  nlohmann::json to_json() const;
  /// Throws Error(data) or json::exception for what to_json() cannot have written.
  static Scaling from_json(const nlohmann::json& json);

  std::size_t columns_in() const { return columns_.size(); }
  std::size_t columns_out() const { return columns_.size(); }

 private:
  /// value -> (value * unit - mean) * factor
  struct Column {
    double unit = 1;    ///< a power of two that brings the values near 1
    double mean = 0;    ///< or median, of the values times the unit
    double factor = 0;  ///< 1 / deviation or width of these; 0 for a constant column
  };
  std::vector<Column> columns_;
};

/// The table scaled by a Scaling of its own.
Table zscore(const TableView& table);

}  // namespace comac
