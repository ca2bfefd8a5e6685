// SPDX-License-Identifier: MIT
#include "fitted/equal_rows.hpp"

#include <algorithm>
#include <utility>

#include "neighbours/distinct_rows.hpp"

namespace comac {

EqualRows::EqualRows(const TableView& rows, std::span<const std::uint32_t> cluster) {
  const DistinctRows distinct(rows, [](std::size_t) {});
  for (std::size_t d = 0; d < distinct.size(); ++d) {
    Clusters clusters;
    for (const std::uint32_t row : distinct.members(d)) clusters.of_rows.push_back(cluster[row]);
    if (std::ranges::count(clusters.of_rows, clusters.of_rows[0]) == std::ssize(clusters.of_rows)) continue;
    const auto row = distinct.row(d);
    by_row_.emplace(std::vector(row.begin(), row.end()), std::move(clusters));
  }
}

std::optional<std::uint32_t> EqualRows::next(std::span<const double> row) {
  if (by_row_.empty()) return std::nullopt;
  const auto found = by_row_.find({row.begin(), row.end()});
  if (found == by_row_.end()) return std::nullopt;
  auto& [of_rows, next] = found->second;
  return next < of_rows.size() ? of_rows[next++] : of_rows[0];
}

}  // namespace comac
