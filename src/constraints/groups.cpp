// SPDX-License-Identifier: MIT
#include "constraints/groups.hpp"

#include <algorithm>
#include <numeric>

namespace comac {

Groups Groups::singletons(std::size_t rows) {
  Groups groups;
  groups.group_of_.resize(rows);
  std::iota(groups.group_of_.begin(), groups.group_of_.end(), 0U);
  groups.members_ = groups.group_of_;
  groups.offsets_.resize(rows + 1);
  std::iota(groups.offsets_.begin(), groups.offsets_.end(), std::size_t{0});
  return groups;
}

Groups::Groups(std::span<const std::uint32_t> id_of_row) : group_of_(id_of_row.size()) {
  constexpr std::uint32_t unnumbered = UINT32_MAX;
  const std::size_t largest = id_of_row.empty() ? 0 : *std::max_element(id_of_row.begin(), id_of_row.end());
  std::vector<std::uint32_t> number(largest + 1, unnumbered);
  std::uint32_t count = 0;
  for (std::size_t row = 0; row < id_of_row.size(); ++row) {
    std::uint32_t& of_id = number[id_of_row[row]];
    if (of_id == unnumbered) of_id = count++;
    group_of_[row] = of_id;
  }
  offsets_.assign(count + std::size_t{1}, 0);
  for (const auto group : group_of_) ++offsets_[group + 1];
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  members_.resize(id_of_row.size());
  auto next = offsets_;
  for (std::uint32_t row = 0; row < group_of_.size(); ++row) members_[next[group_of_[row]]++] = row;
}

Adjacency::Adjacency(std::size_t vertices, std::span<const Edge> edges) : offsets_(vertices + 1, 0) {
  std::vector<std::size_t> next(vertices + 1, 0);
  for (const auto& [a, b] : edges) {
    if (a != b) ++next[a], ++next[b];
  }
  std::exclusive_scan(next.begin(), next.end(), next.begin(), std::size_t{0});
  const auto begin = next;
  std::vector<std::uint32_t> lists(begin[vertices]);
  for (const auto& [a, b] : edges) {
    if (a != b) lists[next[a]++] = b, lists[next[b]++] = a;
  }
  neighbours_.reserve(lists.size());
  for (std::size_t v = 0; v < vertices; ++v) {
    const auto first = lists.begin() + static_cast<std::ptrdiff_t>(begin[v]);
    const auto last = lists.begin() + static_cast<std::ptrdiff_t>(begin[v + 1]);
    std::sort(first, last);
    neighbours_.insert(neighbours_.end(), first, std::unique(first, last));
    offsets_[v + 1] = neighbours_.size();
  }
}

std::vector<std::vector<std::uint32_t>> connected_pieces(const Adjacency& graph, std::vector<bool> left_out) {
  std::vector<std::vector<std::uint32_t>> pieces;
  std::vector<bool>& seen = left_out;
  for (std::uint32_t v = 0; v < graph.vertices(); ++v) {
    if (seen[v]) continue;
    std::vector<std::uint32_t> piece{v};
    seen[v] = true;
    for (std::size_t i = 0; i < piece.size(); ++i) {
      for (const auto neighbour : graph.of(piece[i])) {
        if (!seen[neighbour]) seen[neighbour] = true, piece.push_back(neighbour);
      }
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace comac
