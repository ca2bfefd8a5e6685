// SPDX-License-Identifier: MIT
#include "cost/grouped_chain.hpp"

namespace comac {

template <MarkovChain Chain>
Grouped<Chain>::Grouped(const Chain& the_chain, const Groups& the_groups)
    : chain(the_chain), groups(the_groups), mass(groups.count(), 0), inside(groups.count(), 0) {
  for (std::size_t g = 0; g < groups.count(); ++g) {
    for (const auto x : groups.members(g)) mass[g] += chain.mass(x);
    inside[g] = between(g, g);
  }
}

template <MarkovChain Chain>
double Grouped<Chain>::between(std::size_t g, std::size_t h) const {
  double sum = 0;
  for (const auto x : groups.members(g)) sum += chain.mass_to(x, groups.members(h));
  return sum;
}

Grouped<LowRankChain>::Grouped(const LowRankChain& the_chain, const Groups& the_groups)
    : chain(the_chain),
      groups(the_groups),
      mass(groups.count(), 0),
      inside(groups.count(), 0),
      place_(groups.count(), 0) {
  const std::size_t m = chain.factors();
  for (std::size_t g = 0; g < groups.count(); ++g) {
    for (const auto x : groups.members(g)) mass[g] += chain.mass(x);
    if (groups.size(g) == 1) continue;
    place_[g] = sums_.size();
    sums_.resize(sums_.size() + m, 0);
    for (const auto x : groups.members(g)) {
      for (std::size_t j = 0; j < m; ++j) sums_[place_[g] + j] += chain.row(x)[j];
    }
    if (chain.symmetric()) continue;
    sums_into_.resize(sums_.size(), 0);
    for (const auto x : groups.members(g)) {
      for (std::size_t j = 0; j < m; ++j) sums_into_[place_[g] + j] += chain.into(x)[j];
    }
  }
  for (std::size_t g = 0; g < groups.count(); ++g) inside[g] = between(g, g);
}

double Grouped<LowRankChain>::between(std::size_t g, std::size_t h) const {
  return dot(vector(g), into(h), chain.factors());
}

#define COMAC_INSTANTIATE(Chain) template struct Grouped<Chain>;
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
