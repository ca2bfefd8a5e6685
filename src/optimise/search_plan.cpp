// SPDX-License-Identifier: MIT
#include "optimise/search_plan.hpp"

#include <algorithm>
#include <utility>

#include "base/random.hpp"
#include "constraints/colouring.hpp"
#include "cost/soft_term.hpp"
#include "optimise/multilevel.hpp"

namespace comac {
namespace {

/// Links of which so few are right mislead a search that begins by honouring all of them.
constexpr double hardly_believed = 0.65;

/// Clusters that honour all exclusions, if any were found.
Colours feasible_clusters(const Constraints& constraints, const Options& options) {
  Random random(options.seed);  // it only matters to components that exclude nothing
  auto greedy =
      greedy_colouring(constraints.components, constraints.exclusive, options.cluster_count(), random);
  if (is_proper(constraints.exclusive, greedy)) return greedy;
  return constraints.colourings->of(constraints.exclusive, options.cluster_count()).colours;
}

/// A pointer to what somebody else keeps alive.
template <class Value>
std::shared_ptr<const Value> borrowed(const Value& value) {
  return {std::shared_ptr<const Value>(), &value};
}

/// Only the paper's methods have a version without propagation.
bool propagates(const Options& options) {
  return options.search.propagation || options.search.method == Method::comac;
}

/// Chain and groups, which it keeps alive.
template <class Chain>
std::shared_ptr<const Grouped<Chain>> grouped(const Chain& chain, std::shared_ptr<const Groups> groups) {
  struct Both {
    Both(const Chain& chain, std::shared_ptr<const Groups> the_groups)
        : groups(std::move(the_groups)), states(chain, *groups) {}
    std::shared_ptr<const Groups> groups;
    Grouped<Chain> states;
  };
  const auto both = std::make_shared<const Both>(chain, std::move(groups));
  return {both, &both->states};
}

/// The phase in which a method honours constraints: its own sweeps over the chain's cost.
template <class Chain>
Phase<Chain> hard_phase(const Chain& chain, std::shared_ptr<const Constraints> constraints,
                        const Options& options) {
  using enum Sweeping;
  std::shared_ptr<const Groups> groups(constraints, &constraints->components);
  if (!propagates(options)) groups = std::make_shared<Groups>(Groups::singletons(chain.states()));
  Phase<Chain> phase{std::move(constraints), grouped(chain, std::move(groups))};
  phase.betas = beta_schedule(options);
  phase.sweeping = options.search.method == Method::comac ? moves_and_swaps
                   : options.search.propagation           ? moves
                                                          : primitive;
  phase.repairs_start = options.search.method == Method::comac;
  return phase;
}

/// The phase that may outvote what is soft, by our own sweeps whatever the method.
template <class Chain>
Phase<Chain> soft_phase(const Chain& chain, Phase<Chain> phase, const SideInformation& said) {
  phase.states = grouped(chain, {phase.constraints, &phase.constraints->components});
  phase.terms.push_back(soft_term(said));
  phase.sweeping = Sweeping::moves_and_swaps;
  phase.repairs_start = true;
  return phase;
}

/// The ways of phases that lead to the end: everything as if it were hard, then what is soft is let go, from
/// clusters that honour all of it: only then may it be outvoted. Every second one begins as if nothing soft
/// had been said, where some of it is hardly believed.
template <class Chain>
std::vector<std::vector<Phase<Chain>>> ways(const Chain& chain, const SearchTask& task,
                                            const Options& options) {
  Phase<Chain> hard = hard_phase(chain, borrowed(task.constraints), options);
  hard.terms = task.terms;
  if (propagates(options)) hard.feasible = feasible_clusters(task.constraints, options);
  if (!task.said.any_soft()) return {{hard}};
  const Phase<Chain> soft = soft_phase(chain, hard, task.said);
  auto all = std::make_shared<Constraints>(propagate(hardened(task.said), chain.states(), OnConflict::drop));
  Phase<Chain> all_hard = hard_phase(chain, std::move(all), options);
  all_hard.terms = task.terms;
  std::vector<std::vector<Phase<Chain>>> result{{std::move(all_hard), soft}};
  const bool doubtful =
      std::ranges::any_of(task.said.links, [](const Link& l) { return l.trust < hardly_believed; });
  if (doubtful) result.push_back({hard, soft});
  return result;
}

/// As many as somebody asked for; else, where our own engine searches, until the best was found again, within
/// what sweeps over so many states allow.
RestartRule rule_of(std::size_t states, const Options& options) {
  constexpr double most_work = 2e8;  // transitions
  constexpr std::size_t most_restarts = 50;
  const std::size_t count = options.search.restart_count();
  if (options.search.restarts || options.search.method != Method::comac) return {count, count};
  const auto n = static_cast<double>(states);
  return {count, std::clamp(static_cast<std::size_t>(most_work / (n * n)), count, most_restarts)};
}

StartKind start_kind(const Options& options) {
  if (options.search.method == Method::comac) return StartKind::permuted;
  return propagates(options) ? StartKind::colouring : StartKind::primitive;
}

}  // namespace

std::vector<double> beta_schedule(const Options& options) {
  std::vector<double> betas;
  if (options.search.method == Method::comac_ann) {
    // Multiples of the step rather than repeated subtraction: no beta a rounding error above the target.
    for (std::size_t i = 0;; ++i) {
      const double beta = 1 - static_cast<double>(i) * options.search.anneal_step;
      if (beta <= options.search.beta + 1e-9) break;
      betas.push_back(beta);
    }
  }
  betas.push_back(options.search.beta);
  return betas;
}

template <class Chain>
SearchPlan<Chain> plan_search(const Chain& chain, const SearchTask& task, const Options& options) {
  SearchPlan<Chain> plan;
  plan.clusters = options.cluster_count();
  plan.rule = rule_of(chain.states(), options);
  plan.max_sweeps = options.search.max_sweeps;
  plan.seed = options.seed;
  plan.threads = options.threads;
  auto all_ways = ways(chain, task, options);
  if (!task.start.empty()) {
    auto last = all_ways.front().back();
    last.repairs_start = last.repairs_start || propagates(options);
    plan.once.push_back({StartKind::given, {task.start.begin(), task.start.end()}, {std::move(last)}});
    --plan.rule.at_once, --plan.rule.most;
  }
  if (plan.rule.at_once == 0) return plan;
  if (has_coarse_levels<Chain> && options.search.method == Method::comac) {
    plan.once.push_back({StartKind::coarse, {}, std::move(all_ways.front())});
  } else {
    for (auto& way : all_ways) plan.restarts.push_back({start_kind(options), {}, std::move(way)});
  }
  return plan;
}

#define COMAC_INSTANTIATE(Chain) \
  template SearchPlan<Chain> plan_search(const Chain&, const SearchTask&, const Options&);
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
