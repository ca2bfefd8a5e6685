// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "comac/base/unfilled.hpp"
#include "comac/data/table.hpp"

namespace comac {

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
