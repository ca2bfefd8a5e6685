// SPDX-License-Identifier: MIT
#include "constraints/dsatur.hpp"

#include <algorithm>

#include "base/checkpoint.hpp"

namespace comac {

Dsatur::Dsatur(const Adjacency& graph, std::span<const std::uint32_t> vertices, std::size_t colours)
    : graph_(graph),
      colours_(colours),
      counts_(graph.vertices(), false),
      colour_(graph.vertices(), none),
      seen_(graph.vertices() * colours, 0),
      saturation_(graph.vertices(), 0) {
  for (const auto v : vertices) counts_[v] = true;
  for (const auto v : vertices) waiting_.insert(rank(v));
}

Dsatur::Rank Dsatur::rank(std::uint32_t v) const {
  return {-static_cast<std::ptrdiff_t>(saturation_[v]), -std::ssize(graph_.of(v)), v};
}

void Dsatur::assign(std::uint32_t v, std::uint32_t colour) {
  waiting_.erase(rank(v));
  colour_[v] = colour;
  for (const auto neighbour : graph_.of(v)) {
    if (!counts_[neighbour] || seen_[neighbour * colours_ + colour]++ > 0) continue;
    const bool waits = colour_[neighbour] == none;
    if (waits) waiting_.erase(rank(neighbour));
    ++saturation_[neighbour];
    if (waits) waiting_.insert(rank(neighbour));
  }
}

void Dsatur::unassign(std::uint32_t v) {
  const std::uint32_t colour = colour_[v];
  colour_[v] = none;
  for (const auto neighbour : graph_.of(v)) {
    if (!counts_[neighbour] || --seen_[neighbour * colours_ + colour] > 0) continue;
    const bool waits = colour_[neighbour] == none;
    if (waits) waiting_.erase(rank(neighbour));
    --saturation_[neighbour];
    if (waits) waiting_.insert(rank(neighbour));
  }
  waiting_.insert(rank(v));
}

DsaturEnd Dsatur::run(std::size_t& steps) {
  struct Level {
    std::uint32_t vertex = 0;
    std::uint32_t next_colour = 0;
    std::uint32_t used = 0;  // colours in use above: of the unused ones all are alike, so one is tried
  };
  constexpr std::size_t neighbours_of_a_step = 16;
  std::size_t assignments = 0;
  std::vector<Level> levels;
  const auto descend = [&](std::uint32_t used) {
    levels.push_back({std::get<2>(*waiting_.begin()), 0, used});
  };
  if (waiting_.empty()) return DsaturEnd::coloured;
  descend(0);
  while (!levels.empty()) {
    Level& level = levels.back();
    if (colour_[level.vertex] != none) unassign(level.vertex);
    const auto limit = std::min<std::uint32_t>(static_cast<std::uint32_t>(colours_), level.used + 1);
    while (level.next_colour < limit && seen_[level.vertex * colours_ + level.next_colour] > 0)
      ++level.next_colour;
    if (level.next_colour >= limit) {
      levels.pop_back();
      continue;
    }
    const std::size_t work = 1 + graph_.of(level.vertex).size() / neighbours_of_a_step;
    if (steps < work) return steps = 0, DsaturEnd::gave_up;
    steps -= work;
    if (++assignments % 1024 == 0) checkpoint();
    const std::uint32_t colour = level.next_colour++;
    const std::uint32_t used = std::max(level.used, colour + 1);
    assign(level.vertex, colour);
    if (waiting_.empty()) return DsaturEnd::coloured;
    descend(used);
  }
  return DsaturEnd::impossible;
}

}  // namespace comac
