// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "comac/data/table.hpp"
#include "comac/options.hpp"

namespace comac {

/// Throws Error unless the options are valid, there are at least as many rows as clusters, and one, and the
/// rows to explain exist.
void check_options(const Options& options, std::size_t rows);

/// Throws Error(data) unless the matrix is square and has as many entries as it says.
void check_shape(const SparseMatrix& matrix);

/// Throws Error(data) unless there is a column and every number is finite; or missing, in a table that says
/// something about its columns. `first` is the number of its first row, where it is part of a larger table.
void check_table(const TableView& table, std::size_t first = 0);

/// A number of a table.
struct Cell {
  std::size_t row = 0;
  std::size_t column = 0;
};

/// The largest number, if with it squared distances between rows, or sums of them over the rows, are no
/// longer finite. O(rows columns).
std::optional<Cell> too_large_cell(const TableView& table);

/// Throws Error(data) that names that number, if there is one.
void check_distances(const TableView& table);

}  // namespace comac
