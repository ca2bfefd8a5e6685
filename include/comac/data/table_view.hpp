// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "comac/data/table.hpp"

namespace comac {

/// Numbers in the caller's memory as a table: nothing is copied, so the memory must outlive the view.
/// Strides count numbers, not bytes: from a row to the next, and from a column to the next.
struct TableView {
  TableView(const double* numbers, std::size_t row_count, std::size_t column_count,
            std::ptrdiff_t to_next_row, std::ptrdiff_t to_next_column,
            std::span<const std::string> names = {})
      : values(numbers),
        rows(row_count),
        columns(column_count),
        row_stride(to_next_row),
        column_stride(to_next_column),
        column_names(names) {}
  /// Row after row.
  TableView(const double* numbers, std::size_t row_count, std::size_t column_count)
      : TableView(numbers, row_count, column_count, static_cast<std::ptrdiff_t>(column_count), 1) {}
  /// A table is a view of itself. Throws Error(data) unless it has a value for each row and column, and no
  /// names or one for each column; the same for what it says about the columns.
  TableView(const Table& table);  // NOLINT(google-explicit-constructor)

  const double* values;
  std::size_t rows;
  std::size_t columns;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t column_stride;
  std::span<const std::string> column_names;  ///< empty, or one for each column
  std::span<const ColumnAbout> about = {};    ///< as in Table

  double at(std::size_t row, std::size_t column) const {
    return values[static_cast<std::ptrdiff_t>(row) * row_stride +
                  static_cast<std::ptrdiff_t>(column) * column_stride];
  }
  bool is_indicator(std::size_t column) const {
    return !about.empty() && about[column].kind == ColumnKind::indicator;
  }
  /// Whether the numbers of a row lie side by side; only then row() may be asked for.
  bool has_whole_rows() const { return column_stride == 1 || columns <= 1; }
  std::span<const double> row(std::size_t r) const {
    return {values + static_cast<std::ptrdiff_t>(r) * row_stride, columns};
  }
};

/// A table of its own with the same numbers, names and kinds. O(rows columns).
Table copy_of(const TableView& view);

}  // namespace comac
