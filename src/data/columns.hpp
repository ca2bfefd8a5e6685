// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comac/data/read.hpp"
#include "data/delimited.hpp"

namespace comac {

/// What the numbers are for; it decides what messages advise.
enum class Purpose {
  features,
  matrix,
  frame,  ///< features in the memory of a program, which has no options for columns
};

/// What a file says about its columns before its first row.
struct Columns {
  std::string file = {};
  std::size_t count = 0;
  std::vector<std::string> names = {};  ///< empty where the file has no header
  std::size_t header_line = 0;
  Purpose purpose = Purpose::features;
  char delimiter = ',';
  bool of_model = false;       ///< a model says which columns are features: options can't leave one out
  bool unnamed_first = false;  ///< there is a header, but the first column has no name in it

  /// "column 'x'" or "column 3".
  std::string title(std::size_t column) const;
};

/// Gives columns without a name the name "column 3" and numbers those that share one (a, a.2); says so.
void name_columns(Columns& columns, std::vector<std::string>& notes);

/// Throws Error(data) unless a row has as many fields as there are columns.
void check_width(const Columns& columns, std::span<const Field> fields, std::size_t line);

/// "a,b" as its parts; what stands in double quotes may hold commas.
std::vector<std::string> split_list(std::string_view text);

/// Finds the columns that options name; all that are not there are told together.
class ColumnLookup {
 public:
  explicit ColumnLookup(const Columns& columns) : columns_(columns) {}

  /// The column of this name; nothing, and remembered, if there is none.
  std::vector<std::size_t> one(const std::string& name);
  /// All columns that these lists name.
  std::vector<std::size_t> all(const std::vector<std::string>& lists);
  /// Throws Error(usage) that names what was not found and what there is.
  void check() const;
  bool has(std::string_view name) const;
  /// "the columns are 'a', 'b'"
  std::string available() const;

 private:
  std::string suggestion() const;

  const Columns& columns_;
  std::vector<std::string> missing_;
};

}  // namespace comac
