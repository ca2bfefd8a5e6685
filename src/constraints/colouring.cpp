// SPDX-License-Identifier: MIT
#include "constraints/colouring.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

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

namespace {

bool is_proper_around(std::size_t v, const Adjacency& exclusive, const std::vector<std::uint32_t>& cluster) {
  return std::ranges::none_of(exclusive.of(v), [&](auto other) { return cluster[other] == cluster[v]; });
}

/// The pieces of the graph in which something is excluded.
std::vector<std::vector<std::uint32_t>> pieces_with_edges(const Adjacency& exclusive) {
  std::vector<bool> alone(exclusive.vertices());
  for (std::size_t v = 0; v < alone.size(); ++v) alone[v] = exclusive.of(v).empty();
  return connected_pieces(exclusive, std::move(alone));
}

/// A permutation of the clusters after which most rows of a piece are where they were: the pair of clusters
/// that shares the most rows first.
std::vector<std::uint32_t> renaming(const std::vector<std::uint32_t>& piece, const Groups& components,
                                    std::size_t clusters, const std::vector<std::uint32_t>& from,
                                    const std::vector<std::uint32_t>& to) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> shared;
  for (const auto c : piece) shared[{from[c], to[c]}] += components.size(c);
  std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::size_t>> pairs(shared.begin(),
                                                                                     shared.end());
  std::ranges::stable_sort(pairs, std::ranges::greater{}, [](const auto& pair) { return pair.second; });
  std::vector<std::uint32_t> renamed(clusters, uncoloured);
  std::vector<bool> taken(clusters, false);
  const auto rename = [&](std::uint32_t a, std::uint32_t b) {
    if (renamed[a] == uncoloured && !taken[b]) renamed[a] = b, taken[b] = true;
  };
  for (const auto& [pair, rows] : pairs) rename(pair.first, pair.second);
  std::uint32_t free = 0;
  for (std::uint32_t a = 0; a < clusters; ++a) {
    while (renamed[a] == uncoloured) rename(a, free++);
  }
  return renamed;
}

}  // namespace

std::vector<std::uint32_t> repaired_colouring(const Groups& components, const Adjacency& exclusive,
                                              std::size_t clusters, std::vector<std::uint32_t> preferred,
                                              const std::vector<std::uint32_t>* feasible) {
  std::vector<std::uint32_t> colour(components.count(), uncoloured);
  std::vector<std::size_t> conflicts(clusters);
  for (std::size_t c = 0; c < components.count(); ++c) {
    count_conflicts(c, components, exclusive, colour, conflicts);
    colour[c] = conflicts[preferred[c]] == 0 ? preferred[c] : first_with_fewest(conflicts);
  }
  if (feasible == nullptr || is_proper(exclusive, colour)) return colour;
  for (const auto& piece : pieces_with_edges(exclusive)) {
    if (std::ranges::all_of(piece, [&](auto c) { return is_proper_around(c, exclusive, colour); })) continue;
    const auto renamed = renaming(piece, components, clusters, *feasible, preferred);
    for (const auto c : piece) colour[c] = renamed[(*feasible)[c]];
  }
  return colour;
}

bool is_proper(const Adjacency& exclusive, const std::vector<std::uint32_t>& cluster) {
  for (std::size_t v = 0; v < exclusive.vertices(); ++v) {
    if (!is_proper_around(v, exclusive, cluster)) return false;
  }
  return true;
}

void permute_pieces(const Adjacency& exclusive, std::size_t clusters, Random& random,
                    std::vector<std::uint32_t>& cluster) {
  std::vector<std::uint32_t> renamed(clusters);
  std::iota(renamed.begin(), renamed.end(), 0U);
  for (const auto& piece : pieces_with_edges(exclusive)) {
    random.shuffle(std::span(renamed));
    for (const auto c : piece) cluster[c] = renamed[cluster[c]];
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
