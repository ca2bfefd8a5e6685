// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "comac/data/table.hpp"
#include "prep/encoding.hpp"
#include "prep/linear.hpp"
#include "prep/scale.hpp"

namespace comac {

/// One step from columns to columns. Another kind needs what these have: a name, apply(), columns_in(),
/// columns_out(), to_json() and from_json().
using ColumnStep = std::variant<Encoding, Scaling, Linear>;

/// What is done to the columns of a table before rows are compared, fitted once and applied to any rows:
/// those that it was fitted to, and new ones.
class ColumnMap {
 public:
  /// Columns as they are.
  explicit ColumnMap(std::size_t columns, std::vector<std::string> column_names = {});

  /// Adds a step behind the others; it must take as many columns as come out of them.
  void add(ColumnStep step);

  /// The columns that rows must have, in this order; names are empty where the table had none.
  std::size_t columns_in() const { return columns_; }
  const std::vector<std::string>& column_names() const { return column_names_; }
  std::size_t columns_out() const;
  /// Whether the numbers stay what they are.
  bool changes_nothing() const { return steps_.empty(); }

  /// Rows of columns_in() columns in the right order. O(rows columns) for each step.
  Table apply(const TableView& rows) const;
  /// The same, and what rows had that those it was fitted to did not.
  Table apply(const TableView& rows, EncodingCounts& counts) const;
  /// The step that makes numbers of what columns hold; none if they were plain numbers.
  const Encoding* encoding() const;
  /// For each column that comes out the one that it was made of: indicators of one category share it. Empty
  /// if a step mixes columns.
  std::vector<std::size_t> sources() const;

  nlohmann::json to_json() const;
  /// Throws Error(data) or json::exception for what to_json() cannot have written.
  static ColumnMap from_json(const nlohmann::json& json);

 private:
  std::size_t columns_;
  std::vector<std::string> column_names_;
  std::vector<ColumnStep> steps_;
};

}  // namespace comac
