// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// A variable of few values: one column, or the indicators of one category. Its values are codes 0, 1, ..
struct DiscreteColumn {
  std::vector<std::size_t> columns;  ///< of the prepared rows
  std::vector<double> levels;        ///< of a single column, ascending; else empty

  std::size_t values() const { return levels.empty() ? columns.size() : levels.size(); }
  /// The level nearest to the row's number, or the indicator that is set; values() if none is.
  std::size_t code_of(const TableView& rows, std::size_t row) const;
};

/// Rows as codes: for each row and discrete column, the place of its value among all values of all columns.
struct CodedRows {
  std::size_t columns = 0;
  std::vector<std::size_t> first{0};  ///< the place of each column's first value, and behind the last one
  std::vector<std::uint32_t> place;   ///< row after row; values() where a row has no value

  std::size_t values() const { return first.back(); }
  std::size_t rows() const { return columns == 0 ? 0 : place.size() / columns; }
  std::span<const std::uint32_t> of(std::size_t row) const { return {place.data() + row * columns, columns}; }
  /// How often each value occurs; then how often none does.
  std::vector<double> counts() const;
};

/// Which prepared columns are numbers, to be told by densities, and which are discrete, to be told by
/// chances. A density on a column of few values gains without bound by a spike at one of them; a chance
/// cannot gain more than the column's entropy.
struct ColumnSplit {
  std::vector<std::size_t> numbers;
  std::vector<DiscreteColumn> discrete;

  CodedRows codes(const TableView& rows, std::span<const std::uint32_t> chosen) const;
  CodedRows codes(const TableView& rows, std::size_t begin, std::size_t end) const;
  nlohmann::json to_json() const;
  /// Throws Error(data) or json::exception for what to_json() cannot have written.
  static ColumnSplit from_json(const nlohmann::json& json);
};

/// `sources` has the source of each column, see ColumnMap::sources(); columns of the same one are indicators
/// of one category. Other columns are discrete if they have at most ten values, each in five rows on the
/// average. Constant columns are neither. O(rows columns).
ColumnSplit split_columns(const TableView& rows, std::span<const std::size_t> sources);

}  // namespace comac
