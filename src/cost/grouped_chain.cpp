// SPDX-License-Identifier: MIT
#include "comac/cost/grouped_chain.hpp"

namespace comac {

GroupedChain::GroupedChain(const DenseChain& the_chain, const Groups& the_groups)
    : chain(the_chain), groups(the_groups), mass(groups.count(), 0), inside(groups.count(), 0) {
  for (std::size_t g = 0; g < groups.count(); ++g) {
    for (const auto x : groups.members(g)) mass[g] += chain.mass(x);
    inside[g] = between(g, g);
  }
}

double GroupedChain::between(std::size_t g, std::size_t h) const {
  double sum = 0;
  for (const auto x : groups.members(g)) {
    const double* from = chain.from(x);
    for (const auto other : groups.members(h)) sum += from[other];
  }
  return sum;
}

}  // namespace comac
