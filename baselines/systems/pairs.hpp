// SPDX-License-Identifier: MIT
#pragma once

#include "constraints/propagate.hpp"

namespace comac {

/// Calls visit(i, j, kind) for each pair i < j of rows that must or must not share a cluster, labels and
/// what follows from must-links included. O(pairs).
template <class Visit>
void for_each_pair(const Constraints& constraints, Visit visit) {
  const Groups& groups = constraints.components;
  for (std::uint32_t group = 0; group < groups.count(); ++group) {
    const auto members = groups.members(group);
    for (std::size_t a = 0; a < members.size(); ++a) {
      for (std::size_t b = a + 1; b < members.size(); ++b) visit(members[a], members[b], LinkKind::must);
    }
    for (const auto other : constraints.exclusive.of(group)) {
      if (other < group) continue;
      for (const auto i : members) {
        for (const auto j : groups.members(other)) {
          visit(std::min(i, j), std::max(i, j), LinkKind::cannot);
        }
      }
    }
  }
}

}  // namespace comac
