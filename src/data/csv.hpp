// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "comac/data/read.hpp"
#include "data/columns.hpp"
#include "data/delimited.hpp"
#include "data/roles.hpp"

namespace comac {

/// Excel's first line "sep=;" that says what separates the fields: taken off the content, but for its end.
std::optional<char> take_separator(std::string_view& content);

/// Reads rows as the plan says. Where a cell doesn't fit, looks at all of them to find out what the columns
/// hold, and reads again: a table of numbers alone is read once. `content` is what the rows are part of.
Dataset read_rows(const DelimitedReader& rows, const Columns& columns, ReadPlan plan,
                  const ReadOptions& options, std::string_view content);

/// Reads fields separated by commas, semicolons, tabs or blanks, or by what a first line "sep=;" says. The
/// first row is a header if one of its fields is text over a column that goes on with numbers, or if all are
/// text and none comes again below it (the next ten rows are looked at; a matrix has a header if all are
/// text). One field fewer than the rows have means that the first column has no name.
Dataset parse_csv(std::string_view content, const std::string& file, const ReadOptions& options,
                  Purpose purpose = Purpose::features);

}  // namespace comac
