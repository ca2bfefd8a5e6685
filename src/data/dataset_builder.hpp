// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "comac/base/error.hpp"
#include "comac/data/read.hpp"
#include "data/cells.hpp"
#include "data/columns.hpp"
#include "data/delimited.hpp"
#include "data/roles.hpp"
#include "data/text.hpp"

namespace comac {

/// A cell in memory: a number, or the text that `text` points to.
struct FrameCell {
  double number = 0;
  const std::string* text = nullptr;
};

/// What is wrong with an id that comes again; `first` says where it stood before.
Error repeated_id(const std::string& file, const std::string& id, std::size_t line, const std::string& first);

/// Puts rows together to a Dataset: every cell goes where the plan sends its column.
class DatasetBuilder {
 public:
  DatasetBuilder(const Columns& columns, const ReadPlan& plan, const ReadOptions& options);

  /// Throws Error(data) unless there may be memory for so many rows beside a file of so many bytes.
  void reserve(std::size_t rows, std::size_t file_size);
  /// A row of text. False, and the builder is of no further use, if a cell doesn't fit its column and what
  /// the column holds may still be found out. Throws Error(data) with line and column (counted in fields).
  bool add(std::span<const Field> fields, std::size_t line);
  /// A row of finite numbers, where all columns are features and numbers.
  void add(std::span<const double> numbers, std::size_t line);
  /// A row of a binary file.
  void add(std::span<const double> numbers);
  /// A row of columns in memory, once it was found out what they hold.
  void add(std::span<const FrameCell> cells);
  /// Columns that might have named the rows but can't: the rows must be read again.
  std::vector<std::size_t> failed_candidates() const;
  /// Throws Error(data) if there are no rows, or ids that are not unique.
  Dataset finish();

  std::size_t rows() const { return dataset_.table.rows; }
  /// Rows of a binary file that came before, so that messages count from the first of all.
  void number_rows_from(std::size_t row) { first_row_ = row; }
  /// Whether add() takes rows of numbers.
  bool takes_numbers() const { return takes_numbers_; }

 private:
  bool add_feature(std::size_t column, const Field& field);
  void add_name(std::size_t column, std::string_view text, Place place);
  [[noreturn]] void refuse(std::size_t column, const Field& field) const;
  std::string advice(const std::string& for_features) const;
  void check_ids() const;
  void take_candidates();
  void reorder();
  void describe_columns();

  const Columns& columns_;
  const ReadPlan& plan_;
  const ReadOptions& options_;
  std::size_t features_;
  bool takes_numbers_;
  Cells cells_;
  std::size_t first_row_ = 0;
  Dataset dataset_;
  NameIndex label_names_;
  NameIndex truth_names_;
  std::vector<std::vector<std::string>> candidates_;  // the cells of each column that is one
};

}  // namespace comac
