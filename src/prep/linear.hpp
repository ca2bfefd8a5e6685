// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// New columns that are sums of multiples of the old ones, (x - offset) * matrix: principal components, or a
/// metric that was learned. A step of a ColumnMap.
class Linear {
 public:
  static constexpr std::string_view name = "linear";

  /// `matrix` holds a row for each old column, one number for each new one, row after row.
  Linear(std::vector<double> offset, std::vector<double> matrix, std::vector<std::string> new_names);

  /// O(rows * old columns * new columns).
  Table apply(const TableView& rows) const;

  nlohmann::json to_json() const;
  /// Throws Error(data) or json::exception for what to_json() cannot have written.
  static Linear from_json(const nlohmann::json& json);

  std::size_t columns_in() const { return offset_.size(); }
  std::size_t columns_out() const { return new_names_.size(); }

 private:
  std::vector<double> offset_;
  std::vector<double> matrix_;
  std::vector<std::string> new_names_;
};

}  // namespace comac
