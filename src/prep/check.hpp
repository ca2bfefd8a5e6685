// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "comac/data/table.hpp"
#include "comac/options.hpp"

namespace comac {

/// Throws Error unless the options are valid, there are at least as many rows as clusters, and one, and the
/// rows to explain exist.
void check_options(const Options& options, std::size_t rows);

/// Throws Error(data) unless the matrix is square and has as many entries as it says.
void check_shape(const SparseMatrix& matrix);

/// Throws Error(data) unless there is a column and every number is finite; or missing, in a table that says
/// something about its columns.
void check_table(const TableView& table);

/// Throws Error(data) unless squared distances between rows, and sums of them over the rows, are finite.
void check_distances(const TableView& table);

}  // namespace comac
