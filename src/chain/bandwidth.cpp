// SPDX-License-Identifier: MIT
#include "chain/bandwidth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_map>

#include "comac/base/error.hpp"

namespace comac {

namespace {

[[noreturn]] void refuse_equal_rows(std::size_t rows, std::size_t neighbours) {
  if (neighbours == rows) {
    throw Error(ErrorCode::data,
                "all rows are equal, so no scale of similarity can be estimated; expected rows that differ");
  }
  throw Error(ErrorCode::data, fmt::format("every row equals its {} nearest rows, so no scale of similarity "
                                           "can be estimated; raise {} or remove duplicate rows",
                                           neighbours, setting("neighbours")));
}

bool are_equal(const TableView& table, std::size_t a, std::size_t b) {
  for (std::size_t c = 0; c < table.columns; ++c) {
    if (table.at(a, c) != table.at(b, c)) return false;
  }
  return true;
}

/// Rows with equal numbers have equal marks; others hardly ever.
std::uint64_t mark_of(const TableView& table, std::size_t row) {
  std::uint64_t mark = 0;
  for (std::size_t c = 0; c < table.columns; ++c) {
    const double value = table.at(row, c) + 0.0;  // -0 equals 0
    mark = (mark ^ std::bit_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15U;
    mark ^= mark >> 32;
  }
  return mark;
}

}  // namespace

void require_different_rows(const TableView& table, std::size_t neighbours) {
  neighbours = std::min(neighbours, table.rows);
  std::size_t equal = 0;
  for (std::size_t r = 0; r < table.rows && equal < neighbours; ++r) equal += are_equal(table, 0, r) ? 1 : 0;
  if (equal < neighbours) return;  // as in most tables
  std::unordered_map<std::uint64_t, std::size_t> rows_with;
  for (std::size_t r = 0; r < table.rows; ++r) ++rows_with[mark_of(table, r)];
  if (std::ranges::all_of(rows_with, [&](const auto& mark) { return mark.second >= neighbours; }))
    refuse_equal_rows(table.rows, neighbours);
}

double bandwidth(std::span<const double> nearest_sums, std::size_t neighbours) {
  const double count = static_cast<double>(nearest_sums.size() * neighbours);
  const double sigma = std::accumulate(nearest_sums.begin(), nearest_sums.end(), 0.0) / count;
  if (sigma > 0 && std::isfinite(sigma)) return sigma;
  if (sigma > 0) {
    throw Error(ErrorCode::data,
                "the distances between rows are too large to be numbers; scale the columns (" +
                    setting("scale", "zscore") + ")");
  }
  refuse_equal_rows(nearest_sums.size(), neighbours);
}

}  // namespace comac
