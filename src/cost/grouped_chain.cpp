// SPDX-License-Identifier: MIT
#include "comac/cost/grouped_chain.hpp"

namespace comac {

GroupedChain::GroupedChain(const DenseChain& the_chain, const Groups& the_groups)
    : chain(the_chain), groups(the_groups), mass(groups.count(), 0), inside(groups.count(), 0) {
  for (std::size_t g = 0; g < groups.count(); ++g) {
    for (const auto x : groups.members(g)) {
      mass[g] += chain.mass(x);
      for (const auto other : groups.members(g)) inside[g] += chain.from(x)[other];
    }
  }
}

}  // namespace comac
