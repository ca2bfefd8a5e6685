// SPDX-License-Identifier: MIT
#include "cost/grouped_chain.hpp"

namespace comac {
namespace {

double mass_between(const DenseChain& chain, std::size_t state, const Groups& groups, std::size_t group) {
  const JointRow from = chain.from(state);
  double sum = 0;
  for (const auto other : groups.members(group)) sum += from[other];
  return sum;
}

double mass_between(const SparseChain& chain, std::size_t state, const Groups& groups, std::size_t group) {
  const Flows from = chain.from(state);
  double sum = 0;
  for (std::size_t e = 0; e < from.size(); ++e) {
    if (groups.group_of(from.state[e]) == group) sum += from.mass[e];
  }
  return sum;
}

}  // namespace

template <class Chain>
Grouped<Chain>::Grouped(const Chain& the_chain, const Groups& the_groups)
    : chain(the_chain), groups(the_groups), mass(groups.count(), 0), inside(groups.count(), 0) {
  for (std::size_t g = 0; g < groups.count(); ++g) {
    for (const auto x : groups.members(g)) mass[g] += chain.mass(x);
    inside[g] = between(g, g);
  }
}

template <class Chain>
double Grouped<Chain>::between(std::size_t g, std::size_t h) const {
  double sum = 0;
  for (const auto x : groups.members(g)) sum += mass_between(chain, x, groups, h);
  return sum;
}

template struct Grouped<DenseChain>;
template struct Grouped<SparseChain>;

}  // namespace comac
