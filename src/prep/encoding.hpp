// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// What rows had that the rows an Encoding was fitted to did not: for each column of theirs.
struct EncodingCounts {
  std::vector<std::size_t> filled = {};               ///< missing values
  std::vector<std::vector<std::string>> unseen = {};  ///< categories, each once
  std::vector<std::size_t> rows_unseen = {};          ///< rows that have one
};

/// Makes numbers of what Table::about says that columns hold: a category becomes an indicator column for each
/// of its values, and missing values become the median or the commonest category of the rows that it was
/// fitted to. A step of a ColumnMap, the first.
class Encoding {
 public:
  static constexpr std::string_view name = "encode";

  /// `table` must say something about its columns. O(rows columns).
  static Encoding fit(const TableView& table);

  /// Finite numbers. A category that is not known sets no indicator. Categories are found by their texts; in
  /// rows that say nothing about their columns they are codes of these. Throws Error(data) for text where
  /// numbers were.
  Table apply(const TableView& rows) const;
  /// The same; what these rows had is added to the counts.
  Table apply(const TableView& rows, EncodingCounts& counts) const;
  /// Whether these rows would stay what they are.
  bool leaves(const TableView& rows) const;

  nlohmann::json to_json() const;
  /// Throws Error(data) or json::exception for what to_json() cannot have written.
  static Encoding from_json(const nlohmann::json& json);

  std::size_t columns_in() const { return about_.size(); }
  std::size_t columns_out() const;
  /// How many columns a column becomes.
  std::size_t columns_from(std::size_t column) const;
  /// What the columns hold.
  std::span<const ColumnAbout> about() const { return about_; }
  /// What stands for a missing value: a number or the code of a category.
  std::span<const double> fills() const { return fill_; }

 private:
  /// For each column the own code of each code of the rows.
  std::vector<std::vector<std::size_t>> codes_for(const TableView& rows) const;
  Table frame_for(const TableView& rows) const;

  std::vector<ColumnAbout> about_;
  std::vector<double> fill_;
};

/// A sentence for what was filled, and one for each column with categories that were not known.
std::vector<std::string> notes_on(const TableView& rows, const Encoding& encoding,
                                  const EncodingCounts& counts);

}  // namespace comac
