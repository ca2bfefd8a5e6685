// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "comac/data/read.hpp"
#include "data/columns.hpp"
#include "data/dataset_builder.hpp"
#include "data/delimited.hpp"
#include "data/roles.hpp"

namespace comac {

/// Excel's first line "sep=;" that says what separates the fields: taken off the content, but for its end.
std::optional<char> take_separator(std::string_view& content);

/// Reads rows as the plan says. Where a cell doesn't fit, looks at all of them to find out what the columns
/// hold, and reads again: a table of numbers alone is read once. `content` is what the rows are part of.
Dataset read_rows(const DelimitedReader& rows, const Columns& columns, ReadPlan plan,
                  const ReadOptions& options, std::string_view content);

/// What the first rows of a text say about it.
struct CsvStart {
  Columns columns;
  ReadPlan plan;
  Dialect dialect;
  std::size_t offset = 0;  ///< where the rows begin, and on which line
  std::size_t line = 1;
};

/// Looks at the first rows. Where more text follows (`goes_on`), a dozen of them must be there.
CsvStart start_csv(std::string_view content, const std::string& file, const ReadOptions& options,
                   Purpose purpose, bool goes_on = false);

/// Puts up to `most` rows into the builder. False where a cell did not fit. `Rows` is a DelimitedReader or
/// what reads like one.
template <class Rows>
bool add_rows(Rows& rows, DatasetBuilder& builder, std::size_t columns, std::size_t most = SIZE_MAX) {
  std::vector<double> numbers(columns);
  std::vector<Field> row;
  for (; most > 0; --most) {
    if (builder.takes_numbers() && rows.next_numbers(numbers)) {
      builder.add(numbers, rows.line());
    } else if (!rows.next(row)) {
      return true;
    } else if (!builder.add(row, rows.line())) {
      return false;
    }
  }
  return true;
}

/// Columns that may not name rows after all: no candidates any more.
void give_up_candidates(const std::vector<std::size_t>& failed, const ReadOptions& options, ReadPlan& plan);

/// Reads fields separated by commas, semicolons, tabs or blanks, or by what a first line "sep=;" says. The
/// first row is a header if one of its fields is text over a column that goes on with numbers, or if all are
/// text and none comes again below it (the next ten rows are looked at; a matrix has a header if all are
/// text). One field fewer than the rows have means that the first column has no name.
Dataset parse_csv(std::string_view content, const std::string& file, const ReadOptions& options,
                  Purpose purpose = Purpose::features);

}  // namespace comac
