// SPDX-License-Identifier: MIT
#include "prep/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "comac/base/error.hpp"
#include "data/text.hpp"
#include "prep/units.hpp"

namespace comac {

void check_options(const Options& options, std::size_t rows) {
  options.validate();
  if (rows == 0) throw Error(ErrorCode::data, "there are no rows to cluster");
  for (const std::uint32_t row : options.explain_rows) {
    if (row < rows) continue;
    throw Error(ErrorCode::usage,
                fmt::format("row {} to explain does not exist, expected 0 to {}", row, rows - 1));
  }
  if (options.clusters && options.cluster_count() > rows) {
    throw Error(ErrorCode::usage, fmt::format("{} is {}; expected at most the number of rows, {}",
                                              setting("clusters"), options.cluster_count(), rows));
  }
}

void check_shape(const SparseMatrix& matrix) {
  const auto& offsets = matrix.offsets;
  const bool fits = !offsets.empty() && offsets.front() == 0 && std::ranges::is_sorted(offsets) &&
                    offsets.back() == matrix.columns.size() && offsets.back() == matrix.values.size();
  if (!fits) {
    throw Error(
        ErrorCode::data,
        "the offsets of a sparse matrix do not fit its columns and values; expected them to rise from "
        "0 to the number of entries");
  }
  const auto outside =
      std::ranges::find_if(matrix.columns, [&](std::uint32_t column) { return column >= matrix.rows(); });
  if (outside == matrix.columns.end()) return;
  throw Error(ErrorCode::data,
              fmt::format("a sparse matrix of {} rows has an entry in column {}; expected a square matrix",
                          matrix.rows(), *outside));
}

void check_table(const TableView& table, std::size_t first) {
  if (table.columns == 0) throw Error(ErrorCode::data, "the table has no numeric column to cluster by");
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      if (std::isfinite(table.at(r, c))) continue;
      if (std::isnan(table.at(r, c)) && !table.about.empty()) continue;
      throw Error(ErrorCode::data,
                  fmt::format("row {}, column {} of the table is {}; expected a finite number", first + r, c,
                              std::isnan(table.at(r, c)) ? "NaN" : "infinite"));
    }
  }
}

std::optional<Cell> too_large_cell(const TableView& table) {
  std::vector<double> largest(table.columns, 0);
  Cell cell;
  double most = 0;
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      const double size = std::abs(table.at(r, c));
      if (size > largest[c]) largest[c] = size;
      if (size > most) most = size, cell = {r, c};
    }
  }
  double squares = 0;
  for (const double value : largest)
    squares += 4 * value * value;  // values may be as far apart as twice that
  return std::isfinite(squares * static_cast<double>(table.rows)) ? std::nullopt : std::optional(cell);
}

void check_distances(const TableView& table) {
  const std::optional<Cell> cell = too_large_cell(table);
  if (!cell) return;
  throw Error(
      ErrorCode::data,
      fmt::format("found {} in {}, too large for distances between rows to be numbers; correct it, or "
                  "scale the columns ({})",
                  to_text(table.at(cell->row, cell->column)), column_title(table, cell->column),
                  setting("scale", "zscore")));
}

}  // namespace comac
