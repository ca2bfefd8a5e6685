// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace comac {

/// What the numbers of a column stand for.
enum class ColumnKind {
  number,
  boolean,    ///< 0 or 1
  date,       ///< days since 1970-01-01, or hours since midnight
  ordinal,    ///< 0, 1, .. from low to high
  category,   ///< a code: an index into names; such a column must be encoded before rows are compared
  indicator,  ///< 1 where a row is of a category, else 0
};

struct ColumnAbout {
  ColumnKind kind = ColumnKind::number;
  /// Of a category: the text of each code. Of an ordinal column: its values from low to high. Of dates: how
  /// they are written (see DateForm).
  std::vector<std::string> names = {};

  bool operator==(const ColumnAbout&) const = default;
};

std::string_view to_string(ColumnKind kind);

/// A dense table of numbers, row after row.
struct Table {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;             ///< rows * columns
  std::vector<std::string> column_names;  ///< empty, or one for each column
  /// Empty: plain numbers, all finite. Else one for each column, and NaN stands for a missing value.
  std::vector<ColumnAbout> about = {};

  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
  double& at(std::size_t row, std::size_t column) { return values[row * columns + column]; }
  std::span<const double> row(std::size_t r) const { return {values.data() + r * columns, columns}; }
};

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

inline constexpr std::uint32_t unknown_category = UINT32_MAX;

/// A column of names, each name once; `ids[row]` indexes `names` or is `unknown_category`.
struct Categories {
  std::vector<std::string> names;  ///< in order of first appearance
  std::vector<std::uint32_t> ids;
};

/// An allocator that doesn't set to 0 what a vector grows by: large arrays that threads fill are touched
/// first by these threads, and once.
template <class T>
struct Unfilled : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Unfilled<U>;
  };
  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

/// A vector whose resize() leaves new values as they are.
template <class T>
using UnfilledVector = std::vector<T, Unfilled<T>>;

/// A square matrix, row after row, of which only the entries that are not 0 are kept, in order of column.
struct SparseMatrix {
  std::vector<std::size_t> offsets{0};  ///< where each row begins; one more than rows
  UnfilledVector<std::uint32_t> columns;
  UnfilledVector<double> values;

  std::size_t rows() const { return offsets.size() - 1; }
};

/// One entry of a matrix.
struct MatrixEntry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  double value = 0;
};

/// Entries in any order; those given more than once are added up. O(entries log entries).
SparseMatrix sparse_matrix(std::size_t rows, std::vector<MatrixEntry> entries);
/// What is not 0 of a table, and back. O(rows columns).
SparseMatrix sparse_matrix(const Table& table);
Table dense_table(const SparseMatrix& matrix);

/// Rows become columns. O(entries).
SparseMatrix transpose(const SparseMatrix& matrix);

}  // namespace comac
