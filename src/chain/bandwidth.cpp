// SPDX-License-Identifier: MIT
#include "chain/bandwidth.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "comac/base/error.hpp"

namespace comac {

double bandwidth(std::span<const double> nearest_sums, std::size_t neighbours) {
  const double count = static_cast<double>(nearest_sums.size() * neighbours);
  const double sigma = std::accumulate(nearest_sums.begin(), nearest_sums.end(), 0.0) / count;
  if (sigma > 0 && std::isfinite(sigma)) return sigma;
  if (sigma > 0) {
    throw Error(ErrorCode::data,
                "the distances between rows are too large to be numbers; scale the columns (" +
                    setting("scale", "zscore") + ")");
  }
  if (neighbours == nearest_sums.size()) {
    throw Error(ErrorCode::data,
                "no two rows differ, so no scale of similarity can be estimated; expected rows that differ");
  }
  throw Error(ErrorCode::data, fmt::format("every row equals its {} nearest rows, so no scale of similarity "
                                           "can be estimated; raise {} or remove duplicate rows",
                                           neighbours, setting("neighbours")));
}

}  // namespace comac
