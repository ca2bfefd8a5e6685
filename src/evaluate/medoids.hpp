// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// Of a cluster with more rows, so many are looked at, taken at equal steps.
inline constexpr std::size_t most_medoid_rows = 400;

/// For each cluster that has rows the one with the least sum of distances to the others, ties to the first.
/// O(clusters most_medoid_rows^2 columns).
std::vector<std::optional<std::uint32_t>> medoids(const TableView& rows,
                                                  std::span<const std::uint32_t> cluster,
                                                  std::size_t clusters, std::size_t threads);

}  // namespace comac
