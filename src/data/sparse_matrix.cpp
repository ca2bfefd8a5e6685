// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "comac/data/table.hpp"

namespace comac {

SparseMatrix sparse_matrix(std::size_t rows, std::vector<MatrixEntry> entries) {
  std::ranges::stable_sort(entries, [](const MatrixEntry& a, const MatrixEntry& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  SparseMatrix matrix;
  matrix.offsets.assign(rows + 1, 0);
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const auto& [row, column, value] = entries[e];
    if (e > 0 && entries[e - 1].row == row && entries[e - 1].column == column) {
      matrix.values.back() += value;
      continue;
    }
    matrix.columns.push_back(column);
    matrix.values.push_back(value);
    ++matrix.offsets[row + std::size_t{1}];
  }
  std::partial_sum(matrix.offsets.begin(), matrix.offsets.end(), matrix.offsets.begin());
  return matrix;
}

SparseMatrix sparse_matrix(const Table& table) {
  SparseMatrix matrix;
  for (std::size_t i = 0; i < table.rows; ++i) {
    for (std::uint32_t j = 0; j < table.columns; ++j) {
      if (table.at(i, j) == 0) continue;
      matrix.columns.push_back(j);
      matrix.values.push_back(table.at(i, j));
    }
    matrix.offsets.push_back(matrix.columns.size());
  }
  return matrix;
}

Table dense_table(const SparseMatrix& matrix) {
  const std::size_t n = matrix.rows();
  Table table{n, n, std::vector<double>(n * n, 0), {}};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) {
      table.at(i, matrix.columns[e]) = matrix.values[e];
    }
  }
  return table;
}

SparseMatrix transpose(const SparseMatrix& matrix) {
  SparseMatrix result;
  result.offsets.assign(matrix.rows() + 1, 0);
  result.columns.resize(matrix.columns.size());
  result.values.resize(matrix.values.size());
  for (const auto column : matrix.columns) ++result.offsets[column + 1];
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  std::vector<std::size_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::uint32_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) {
      const std::size_t place = next[matrix.columns[e]]++;
      result.columns[place] = i;
      result.values[place] = matrix.values[e];
    }
  }
  return result;
}

}  // namespace comac
