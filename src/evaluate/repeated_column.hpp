// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "comac/data/table.hpp"

namespace comac {

/// A discrete column that clusters are a copy of.
struct RepeatedColumn {
  std::size_t column = 0;
  double share = 0;  ///< of the rows, if each cluster stands for one value and each value for one cluster
};

/// The column whose values and clusters stand for one another in at least 95 % of the rows, if the other
/// columns hardly tell these clusters: of at most 1000 rows, the nearest by the others is in the same cluster
/// no more than halfway from chance to always. What several columns agree on is no copy of one. Without such
/// a column, nothing. O(rows columns + 1000^2 columns).
std::optional<RepeatedColumn> repeated_column(const TableView& table, std::span<const std::uint32_t> cluster);

/// "These clusters repeat 'gender' (99 %). Leave it out with --ignore gender."
std::string repeated_sentence(const TableView& table, const RepeatedColumn& repeated);

}  // namespace comac
