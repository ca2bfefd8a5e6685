// SPDX-License-Identifier: MIT
#include "neighbours/expansion.hpp"

#include <algorithm>

namespace comac {

void Expansion::take(double distance, std::size_t d) {
  const auto members = rows_.members(d);
  for (const std::uint32_t row : members.first(std::min(members.size(), wanted_)))
    found_.emplace_back(distance, row);
}

std::span<const Near> Expansion::rows_near(std::size_t d, std::span<const Near> near) {
  found_.clear();
  take(0, d);
  for (const auto& [distance, other] : near) {
    if (found_.size() >= wanted_ && distance > found_.back().first) break;
    take(distance, other);
  }
  if (!std::ranges::is_sorted(found_)) std::ranges::sort(found_);  // members of ties, one after the other
  found_.resize(std::min(found_.size(), wanted_));
  return found_;
}

void Expansion::store(std::size_t d, std::span<const Near> near, NearestLists& lists) {
  const auto nearest = rows_near(d, near);
  for (const std::uint32_t row : rows_.members(d)) {
    std::size_t place = row * lists.count;
    const std::size_t end = place + lists.count;
    for (std::size_t n = 0; place < end; ++n) {
      if (nearest[n].second == row) continue;
      lists.row[place] = nearest[n].second;
      lists.distance[place++] = nearest[n].first;
    }
  }
}

}  // namespace comac
