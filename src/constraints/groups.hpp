// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace comac {

/// Rows that move as one. Groups are numbered by their first row; a row without must-links is a group of one.
class Groups {
 public:
  /// Every row a group of its own.
  static Groups singletons(std::size_t rows);
  /// Rows with equal ids form a group. O(rows + largest id).
  explicit Groups(std::span<const std::uint32_t> id_of_row);

  std::size_t count() const { return offsets_.size() - 1; }
  std::size_t rows() const { return group_of_.size(); }
  std::uint32_t group_of(std::size_t row) const { return group_of_[row]; }
  std::size_t size(std::size_t group) const { return offsets_[group + 1] - offsets_[group]; }
  std::span<const std::uint32_t> members(std::size_t group) const {
    return {members_.data() + offsets_[group], size(group)};
  }

 private:
  Groups() = default;
  std::vector<std::uint32_t> group_of_;
  std::vector<std::size_t> offsets_;
  std::vector<std::uint32_t> members_;
};

/// An undirected graph as sorted neighbour lists, each edge once in either list, no loops.
class Adjacency {
 public:
  using Edge = std::pair<std::uint32_t, std::uint32_t>;

  Adjacency() : offsets_(1, 0) {}
  /// Repeated edges and loops are left out. O(vertices + edges log degree).
  Adjacency(std::size_t vertices, std::span<const Edge> edges);

  std::size_t vertices() const { return offsets_.size() - 1; }
  std::size_t edges() const { return neighbours_.size() / 2; }
  std::span<const std::uint32_t> of(std::size_t vertex) const {
    return {neighbours_.data() + offsets_[vertex], offsets_[vertex + 1] - offsets_[vertex]};
  }

 private:
  std::vector<std::size_t> offsets_;
  std::vector<std::uint32_t> neighbours_;
};

/// The connected pieces of a graph without the vertices that are `left_out`, in the order of their first
/// vertices. O(vertices + edges).
std::vector<std::vector<std::uint32_t>> connected_pieces(const Adjacency& graph, std::vector<bool> left_out);

}  // namespace comac
