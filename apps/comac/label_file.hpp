// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"

namespace comac::app {

/// One name for each row: a clustering or a truth. Names that mean "unknown" have no category.
struct LabelFile {
  std::string path;
  std::vector<std::string> rows;  ///< names of the rows; empty if the file has none
  Categories labels;
  std::vector<std::size_t> lines;  ///< where each row stands
  bool guessed_rows = false;       ///< nobody said which column names the rows

  /// Throws Error(data) with the line if a row has no category.
  void check_complete() const;
  /// Whether the names of the rows count up by one; then from where.
  std::optional<std::size_t> first_number() const;
};

/// Which column of the file to read. An argument FILE:COLUMN wins over `column`.
struct LabelColumn {
  std::string column;                ///< "": cluster, label or class, or the only one there is
  std::string row_column = "row";    ///< names of the rows, if there is such a column
  std::string remedy = {};           ///< options that would name the column, for messages: "--a or --b"
  bool minus_one_is_unknown = true;  ///< as in a label column; a true class may be called so
};

/// "FILE:COLUMN" as its parts; the column may be missing.
struct FileAndColumn {
  std::string path;
  std::string column;
};
FileAndColumn split_argument(const std::string& argument);

/// Reads a delimited text or ARFF. Throws Error with the place.
LabelFile read_label_file(const std::string& argument, const LabelColumn& which);
/// The same for text already in memory; `name` stands for the file.
LabelFile parse_label_file(std::string_view content, const std::string& name, const LabelColumn& which);

/// For each row of `labels` the row of `table` that it stands for: by name if both name their rows, else in
/// order. Rows of the table may be missing in `labels`, as those that were left out are. Throws Error(data),
/// with what to do, if they can't be matched.
std::vector<std::size_t> match_rows(const LabelFile& table, const LabelFile& labels);

/// How other files name the rows of this one (see the option one-based); `known` learns it for messages.
RowNames name_rows(const LabelFile& file, bool one_based, SideInformation& known);

}  // namespace comac::app
