// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// Rows of a model that are equal but lie in different clusters. Nothing tells them apart, so new rows that
/// equal them are taken in their order: the first gets the cluster of the model's first such row, and so on.
/// So the rows of the model get their own clusters back, also amid others.
class EqualRows {
 public:
  /// O(rows columns).
  EqualRows(const TableView& rows, std::span<const std::uint32_t> cluster);

  /// The cluster of the next of the model's rows that equal this one; once there is none left, that of the
  /// first of them. Nothing for a row that equals none or only rows of one cluster.
  std::optional<std::uint32_t> next(std::span<const double> row);

 private:
  struct Clusters {
    std::vector<std::uint32_t> of_rows;  // in order
    std::size_t next = 0;
  };
  std::map<std::vector<double>, Clusters> by_row_;
};

}  // namespace comac
