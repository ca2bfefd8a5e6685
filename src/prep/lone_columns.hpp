// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// Which of the `asked` columns stand alone: no other one of `columns` says anything about them, however
/// bent the dependence (cells of eight by eight ranks, chi-squared), and they fall into no two groups by
/// themselves (skewness and kurtosis). Clusters that several columns tell, and those that one tells, are
/// seen. None below a hundred rows, where chance can't be told apart. O(asked columns) passes over at most
/// 2000 rows.
std::vector<std::size_t> lone_columns(const TableView& table, std::span<const std::size_t> columns,
                                      std::span<const std::size_t> asked);

}  // namespace comac
