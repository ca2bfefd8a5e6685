// SPDX-License-Identifier: MIT
#include "prep/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "comac/base/error.hpp"

namespace comac {

void check_clusters(const Options& options, std::size_t rows) {
  options.validate();
  if (rows == 0) throw Error(ErrorCode::data, "there are no rows to cluster");
  if (options.clusters > rows) {
    throw Error(ErrorCode::usage, fmt::format("--clusters is {}; expected at most the number of rows, {}",
                                              options.clusters, rows));
  }
}

void check_table(const Table& table) {
  if (table.columns == 0) throw Error(ErrorCode::data, "the table has no numeric column to cluster by");
  const auto bad =
      std::find_if(table.values.begin(), table.values.end(), [](double v) { return !std::isfinite(v); });
  if (bad == table.values.end()) return;
  const auto place = static_cast<std::size_t>(bad - table.values.begin());
  throw Error(ErrorCode::data, fmt::format("row {}, column {} of the table is {}; expected a finite number",
                                           place / table.columns, place % table.columns, *bad));
}

}  // namespace comac
