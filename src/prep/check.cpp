// SPDX-License-Identifier: MIT
#include "prep/check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "comac/base/error.hpp"

namespace comac {

void check_clusters(const Options& options, std::size_t rows) {
  options.validate();
  if (rows == 0) throw Error(ErrorCode::data, "there are no rows to cluster");
  if (options.cluster_count() > rows) {
    throw Error(ErrorCode::usage, fmt::format("{} is {}; expected at most the number of rows, {}",
                                              setting("clusters"), options.cluster_count(), rows));
  }
}

void check_table(const TableView& table) {
  if (table.columns == 0) throw Error(ErrorCode::data, "the table has no numeric column to cluster by");
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      if (std::isfinite(table.at(r, c))) continue;
      throw Error(ErrorCode::data,
                  fmt::format("row {}, column {} of the table is {}; expected a finite number", r, c,
                              table.at(r, c)));
    }
  }
}

}  // namespace comac
