// SPDX-License-Identifier: MIT
#include "constraints/colouring.hpp"

#include <algorithm>
#include <numeric>

namespace comac {

namespace {

constexpr std::uint32_t uncoloured = UINT32_MAX;

/// Rows that component c excludes, in each cluster, among those coloured so far.
void count_conflicts(std::size_t c, const Groups& components, const Adjacency& exclusive,
                     const std::vector<std::uint32_t>& colour, std::vector<std::size_t>& conflicts) {
  std::fill(conflicts.begin(), conflicts.end(), 0);
  for (const auto other : exclusive.of(c)) {
    if (colour[other] != uncoloured) conflicts[colour[other]] += components.size(other);
  }
}

/// The first free colour is the first with the fewest conflicts: none.
std::uint32_t first_with_fewest(const std::vector<std::size_t>& conflicts) {
  return static_cast<std::uint32_t>(std::min_element(conflicts.begin(), conflicts.end()) - conflicts.begin());
}

}  // namespace

std::vector<std::uint32_t> greedy_colouring(const Groups& components, const Adjacency& exclusive,
                                            std::size_t clusters, Random& random) {
  std::vector<std::uint32_t> colour(components.count(), uncoloured);
  std::vector<std::size_t> conflicts(clusters);
  for (std::size_t c = 0; c < components.count(); ++c) {
    if (exclusive.of(c).empty()) {
      colour[c] = static_cast<std::uint32_t>(random.below(clusters));
      continue;
    }
    count_conflicts(c, components, exclusive, colour, conflicts);
    colour[c] = first_with_fewest(conflicts);
  }
  return colour;
}

std::vector<std::uint32_t> repaired_colouring(const Groups& components, const Adjacency& exclusive,
                                              std::size_t clusters, std::vector<std::uint32_t> preferred) {
  std::vector<std::uint32_t> colour(components.count(), uncoloured);
  std::vector<std::size_t> conflicts(clusters);
  for (std::size_t c = 0; c < components.count(); ++c) {
    count_conflicts(c, components, exclusive, colour, conflicts);
    colour[c] = conflicts[preferred[c]] == 0 ? preferred[c] : first_with_fewest(conflicts);
  }
  return colour;
}

bool is_proper(const Adjacency& exclusive, const std::vector<std::uint32_t>& cluster) {
  for (std::size_t v = 0; v < exclusive.vertices(); ++v) {
    if (std::ranges::any_of(exclusive.of(v), [&](auto other) { return cluster[other] == cluster[v]; }))
      return false;
  }
  return true;
}

void permute_pieces(const Adjacency& exclusive, std::size_t clusters, Random& random,
                    std::vector<std::uint32_t>& cluster) {
  std::vector<bool> seen(exclusive.vertices(), false);
  std::vector<std::uint32_t> renamed(clusters);
  std::iota(renamed.begin(), renamed.end(), 0U);
  std::vector<std::uint32_t> piece;
  for (std::uint32_t v = 0; v < exclusive.vertices(); ++v) {
    if (seen[v] || exclusive.of(v).empty()) continue;
    random.shuffle(std::span(renamed));
    piece.assign(1, v);
    seen[v] = true;
    for (std::size_t i = 0; i < piece.size(); ++i) {
      cluster[piece[i]] = renamed[cluster[piece[i]]];
      for (const auto neighbour : exclusive.of(piece[i])) {
        if (!seen[neighbour]) seen[neighbour] = true, piece.push_back(neighbour);
      }
    }
  }
}

std::vector<std::uint32_t> greedy_clique(const Adjacency& exclusive) {
  std::vector<std::uint32_t> order(exclusive.vertices());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return exclusive.of(a).size() > exclusive.of(b).size();
  });
  std::vector<std::uint32_t> clique;
  for (const auto v : order) {
    if (exclusive.of(v).size() < clique.size()) break;
    const auto neighbours = exclusive.of(v);
    const bool joins = std::all_of(clique.begin(), clique.end(), [&](std::uint32_t member) {
      return std::binary_search(neighbours.begin(), neighbours.end(), member);
    });
    if (joins) clique.push_back(v);
  }
  return clique;
}

}  // namespace comac
