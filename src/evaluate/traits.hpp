// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "comac/evaluate/description.hpp"

namespace comac {

/// How a column sets each cluster apart; nothing where chance alone would do as much. Rows without a value do
/// not count. O(rows log rows) for numbers, O(rows + categories clusters) for categories.
std::vector<std::optional<Trait>> traits_of(const DescribedColumn& column,
                                            std::span<const std::uint32_t> cluster, std::size_t clusters);

/// The share by which a column has to set `rows` rows of `all` apart for that to be more than chance (one in
/// a hundred, by Kuiper's test); nearly 1 where there are few, beyond 1 where there is nothing to tell apart.
double more_than_chance(std::size_t rows, std::size_t all);

}  // namespace comac
