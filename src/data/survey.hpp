// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/columns.hpp"
#include "data/dates.hpp"
#include "data/delimited.hpp"
#include "data/roles.hpp"
#include "data/text.hpp"

namespace comac {

/// More different texts than this are no categories.
inline constexpr std::size_t most_categories = 100;

/// Whether texts of so many different values in so many cells are categories: up to 20 unless nearly all
/// cells differ, up to most_categories if each value comes five times on the average. Else they are names or
/// free text.
bool are_categories(std::size_t different, std::size_t cells);

/// What the cells of a column look like.
struct ColumnSurvey {
  std::size_t missing = 0;
  std::size_t numbers = 0;
  std::size_t points = 0;            ///< numbers with a decimal point, among these
  std::string point_in_threes = {};  ///< the first of them, if all are like 1.234
  std::size_t point_line = 0;
  std::size_t commas = 0;              ///< numbers with one comma
  std::size_t in_threes = 0;           ///< among these: with three digits after it, as 1,234
  std::size_t grouped = 0;             ///< numbers with their digits in groups
  std::size_t infinite = 0;            ///< numbers too large
  std::size_t texts = 0;               ///< all others
  DateForms dates = DateForms::all();  ///< that all texts are of
  TextMap<std::size_t> values = {};    ///< how often each occurs; no more once there are too many
  std::string odd_text = {};           ///< the first cell that is no plain number
  std::size_t odd_line = 0;

  std::size_t cells() const { return numbers + commas + grouped + infinite + texts; }
  bool too_many() const { return values.size() > most_categories; }
  void add(const Field& field);

 private:
  void add_point(const Field& field);
};

/// Whether a column's cells are to be looked at.
bool is_surveyed(const ReadPlan& plan, std::size_t column);

/// Looks at all rows; columns that are no features or whose form is settled for anything but numbers are left
/// out.
template <class Rows>
std::vector<ColumnSurvey> survey(Rows rows, const Columns& columns, const ReadPlan& plan) {
  std::vector<ColumnSurvey> found(columns.count);
  std::vector<Field> row;
  while (rows.next(row)) {
    check_width(columns, row, rows.line());
    for (std::size_t c = 0; c < columns.count; ++c) {
      if (is_surveyed(plan, c)) found[c].add(row[c]);
    }
  }
  return found;
}

/// Finds out what the features are. Throws Error(data) for numbers that are not written plainly, and for
/// stray texts: one message for all columns.
void judge(const Columns& columns, const std::vector<ColumnSurvey>& found, ReadPlan& plan);

}  // namespace comac
