// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "constraints/groups.hpp"

namespace comac {

/// How a search by DSATUR ended.
enum class DsaturEnd { coloured, impossible, gave_up };

/// Depth-first search over colourings of some vertices of a graph: always the vertex next whose neighbours
/// show the most different colours, ties to the higher degree, then the lower index.
class Dsatur {
 public:
  /// Only `vertices` count; edges to others are ignored.
  Dsatur(const Adjacency& graph, std::span<const std::uint32_t> vertices, std::size_t colours);

  /// Takes from `steps` what it uses: one for an assignment, and more where a vertex has many neighbours to
  /// tell of it.
  DsaturEnd run(std::size_t& steps);
  std::uint32_t colour(std::uint32_t vertex) const { return colour_[vertex]; }

  static constexpr std::uint32_t none = UINT32_MAX;

 private:
  /// Most saturated first.
  using Rank = std::tuple<std::ptrdiff_t, std::ptrdiff_t, std::uint32_t>;
  Rank rank(std::uint32_t v) const;
  void assign(std::uint32_t v, std::uint32_t colour);
  void unassign(std::uint32_t v);

  const Adjacency& graph_;
  std::size_t colours_;
  std::vector<bool> counts_;  // whether a vertex takes part
  std::vector<std::uint32_t> colour_;
  std::vector<std::uint32_t> seen_;        // vertex by colour: coloured neighbours of that colour
  std::vector<std::uint32_t> saturation_;  // different colours among the neighbours
  std::set<Rank> waiting_;
};

}  // namespace comac
