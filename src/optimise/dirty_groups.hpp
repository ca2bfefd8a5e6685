// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cost/cost.hpp"

namespace comac {

/// Which groups have to look around again: those around which something has moved since they last did.
template <KnowsNear C>
class DirtyGroups {
 public:
  explicit DirtyGroups(std::size_t groups) : looked_at_(groups, 0) {}

  /// Whether the group hasn't looked at as many clusters since.
  bool dirty(std::size_t group, std::size_t most, const C& cost) const {
    return looked_at_[group] < most || cost.changes_from_afar(group);
  }
  /// Threads may tell it of different groups.
  void looked(std::size_t group, std::size_t most) { looked_at_[group] = static_cast<std::uint32_t>(most); }
  void moved(std::size_t group, const C& cost) {
    looked_at_[group] = 0;
    cost.each_neighbour(group, [this](std::uint32_t neighbour) { looked_at_[neighbour] = 0; });
  }

 private:
  std::vector<std::uint32_t> looked_at_;  // how many clusters; all of them if it touches no others
};

}  // namespace comac
