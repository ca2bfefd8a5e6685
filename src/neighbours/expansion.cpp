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

std::span<const Near> Expansion::list_in_turn(std::size_t d, std::size_t j, std::span<const Near> near) {
  const std::size_t count = wanted_ - 1;
  const auto own = rows_.members(d);
  found_.clear();
  std::size_t equals = 1;
  const auto take_equal = [&] {
    if (equals < own.size() && found_.size() < count)
      found_.emplace_back(0, own[(j + equals++) % own.size()]);
  };
  for (std::size_t i = 0; i < count / 4; ++i) take_equal();
  for (std::size_t turn = 0; found_.size() < count; ++turn) {
    for (const auto& [distance, other] : near) {
      const auto members = rows_.members(other);
      if (turn < members.size() && found_.size() < count)
        found_.emplace_back(distance, members[(j + turn) % members.size()]);
    }
    take_equal();
  }
  std::ranges::sort(found_);
  return found_;
}

void Expansion::store(std::size_t d, std::span<const Near> near, NearestLists& lists) {
  if (beyond_equals_) {
    const auto own = rows_.members(d);
    for (std::size_t j = 0; j < own.size(); ++j) {
      std::size_t place = own[j] * lists.count;
      for (const auto& [distance, row] : list_in_turn(d, j, near))
        lists.row[place] = row, lists.distance[place++] = distance;
    }
    return;
  }
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
