// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// A tree over known rows that leads any row to some that are near it. A node splits its rows at the median
/// of their projections on the difference of two of them.
class ProjectionTree {
 public:
  /// Leaves hold at most `leaf` rows. O(rows columns log rows). The table must outlive the tree.
  ProjectionTree(const TableView& known, std::size_t leaf, std::uint64_t seed);

  /// The rows of the leaf that a row falls into; of a leaf of equal rows that cannot be split, some of them.
  /// O(columns log rows).
  std::span<const std::uint32_t> leaf_of(std::span<const double> row) const;

 private:
  struct Node {
    std::uint32_t from = 0, to = 0;  ///< rows whose difference is the direction; the same row in a leaf
    double threshold = 0;            ///< rows whose projection is below go to the left child
    std::size_t begin = 0, end = 0;  ///< of a leaf: where its rows are in order_
    std::size_t left = 0;            ///< the right child follows it
  };

  using Projected = std::vector<std::pair<double, std::uint32_t>>;
  double projection(std::span<const double> row, const Node& node) const;
  Projected project(const Node& node) const;
  void split(std::size_t node, std::size_t leaf, std::uint64_t seed);

  TableView known_;
  std::size_t most_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace comac
