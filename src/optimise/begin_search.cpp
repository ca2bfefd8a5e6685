// SPDX-License-Identifier: MIT
#include "optimise/begin_search.hpp"

#include <cassert>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "constraints/colouring.hpp"
#include "cost/cost_of.hpp"
#include "cost/termed_cost.hpp"
#include "optimise/primitive.hpp"
#include "optimise/refinement.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

/// One phase from its start, the cluster of each group.
template <class Chain>
std::unique_ptr<Search> begin_phase(const SearchPlan<Chain>& plan, const Phase<Chain>& phase,
                                    Clusters start) {
  using C = TermedCost<CostOf<Chain>>;
  const Groups& groups = phase.states->groups;
  const Adjacency& exclusive = phase.constraints->exclusive;
  const Partition partition(plan.clusters, std::move(start));
  std::vector<std::unique_ptr<Term>> terms;
  for (const TermMaker& make : phase.terms) terms.push_back(make(groups, partition));
  C cost(CostOf<Chain>(*phase.states, partition, phase.betas.back()), std::move(terms));
  const auto anneal = [&](auto sweeper) -> std::unique_ptr<Search> {
    return std::make_unique<Annealing<decltype(sweeper), C>>(std::move(sweeper), std::move(cost), groups,
                                                             phase.betas, plan.max_sweeps);
  };
  switch (phase.sweeping) {
    case Sweeping::moves:
      return anneal(Sequential<C>(groups, exclusive, plan.clusters));
    case Sweeping::primitive:
      return anneal(Primitive<C>(*phase.constraints, plan.clusters));
    default:
      return anneal(Refinement<C>(groups, exclusive, plan.clusters, plan.threads));
  }
}

template <class Chain>
Clusters repaired(const SearchPlan<Chain>& plan, const Phase<Chain>& phase, Clusters start) {
  if (!phase.repairs_start) return start;
  assert(start.size() == phase.constraints->components.count());
  return repaired_colouring(phase.states->groups, phase.constraints->exclusive, plan.clusters,
                            std::move(start), phase.feasible ? &*phase.feasible : nullptr);
}

/// The clusters of the groups that a partition of the rows stands for.
template <class Chain>
Clusters adopted(const SearchPlan<Chain>& plan, const Phase<Chain>& phase, const Clusters& cluster_of_row) {
  const Groups& groups = phase.states->groups;
  Clusters start(groups.count());
  for (std::size_t g = 0; g < start.size(); ++g) start[g] = cluster_of_row[groups.members(g)[0]];
  return repaired(plan, phase, std::move(start));
}

template <class Chain>
Clusters random_start(const SearchPlan<Chain>& plan, const Route<Chain>& route, std::size_t index) {
  const Phase<Chain>& phase = route.phases.front();
  const auto& [components, exclusive, explicit_must, dropped, colourings] = *phase.constraints;
  Random random(plan.seed, index);
  if (route.start == StartKind::primitive) {
    return Primitive<TermedCost<CostOf<Chain>>>(*phase.constraints, plan.clusters).start(random);
  }
  Clusters start = repaired(plan, phase, greedy_colouring(components, exclusive, plan.clusters, random));
  if (route.start == StartKind::permuted) permute_pieces(exclusive, plan.clusters, random, start);
  return start;
}

}  // namespace

template <class Chain>
std::unique_ptr<Search> begin_search(const SearchPlan<Chain>& plan, const Route<Chain>& route,
                                     std::size_t index) {
  assert(route.start != StartKind::coarse);
  const Phase<Chain>& first = route.phases.front();
  auto search = begin_phase(
      plan, first,
      route.start == StartKind::given ? adopted(plan, first, route.given) : random_start(plan, route, index));
  std::vector<PhasedSearch::Begin> rest;
  for (std::size_t p = 1; p < route.phases.size(); ++p) {
    rest.push_back([&plan, &phase = route.phases[p]](const Clusters& cluster_of_row) {
      return begin_phase(plan, phase, adopted(plan, phase, cluster_of_row));
    });
  }
  return std::make_unique<PhasedSearch>(std::move(search), std::move(rest));
}

#define COMAC_INSTANTIATE(Chain) \
  template std::unique_ptr<Search> begin_search(const SearchPlan<Chain>&, const Route<Chain>&, std::size_t);
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
