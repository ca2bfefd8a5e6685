// SPDX-License-Identifier: MIT
#include "optimise/restarts.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "optimise/begin_search.hpp"
#include "optimise/multilevel.hpp"
#include "optimise/turns.hpp"

namespace comac {
namespace {

/// StoppingRule whose costs differ by no more are the same optimum.
constexpr double same_cost = 1e-9;

/// Of the time of a search that begins with them.
constexpr double share_of_coarse_levels = 0.8;

/// The searches of a plan as they end, counted on from `first`.
template <class Chain>
std::vector<SearchState> run(const SearchPlan<Chain>& plan, std::size_t first, std::size_t count,
                             ProgressGate& progress) {
  const auto begin = [&](std::size_t i) {
    const std::size_t index = first + i;
    if (index < plan.once.size()) return begin_search(plan, plan.once[index], 0);
    const std::size_t restart = index - plan.once.size();
    return begin_search(plan, plan.restarts[restart % plan.restarts.size()], restart);
  };
  return run_in_turns(count, begin, plan.threads, progress);
}

/// Those of `once` and the first restarts together, then restarts in rounds as the rule says: whether there
/// is another depends on the ends of those before alone.
template <class Chain>
std::vector<SearchState> run_rounds(const SearchPlan<Chain>& plan, ProgressGate& progress) {
  const std::size_t once = plan.once.size(), most = once + (plan.restarts.empty() ? 0 : plan.rule.most);
  const Constraints& hard = *(once > 0 ? plan.once : plan.restarts).front().phases.back().constraints;
  const auto share = [most](std::size_t done) {
    return static_cast<double>(done) / static_cast<double>(most);
  };
  std::vector<SearchState> found;
  while (found.size() < most && !progress.stopped()) {
    if (found.size() > once && times_best_was_found(found) >= plan.rule.times) break;
    const std::size_t next = std::min(most, std::max(found.size(), once) + plan.rule.at_once);
    const ProgressGate::Part part(progress, share(found.size()), share(next));
    auto more = run(plan, found.size(), next - found.size(), progress);
    for (SearchState& state : more) state.broken = count_broken(hard, state.cluster_of_row);
    std::ranges::move(more, std::back_inserter(found));
  }
  return found;
}

/// Where coarse levels of the first phase end.
template <class Chain>
CoarseStart coarse_start(const SearchPlan<Chain>& plan, const Phase<Chain>& phase, ProgressGate& progress) {
  const auto& [components, exclusive, explicit_must, dropped, colourings] = *phase.constraints;
  MultilevelOptions options;
  options.clusters = plan.clusters;
  options.starts = plan.rule.at_once;
  options.seed = plan.seed;
  options.threads = plan.threads;
  if (components.count() < components.rows()) options.merged = &components;
  return multilevel_start({phase.states->chain, between_first_states(exclusive, components)}, options,
                          refinement_by_sweeps(plan.clusters, plan.max_sweeps, plan.threads), progress);
}

/// Begins coarse starts where their levels end. A search that is cancelled before it begins stays there.
template <class Chain>
std::vector<SearchState> run_once(SearchPlan<Chain> plan, ProgressGate& progress) {
  std::vector<CoarseStart> coarse(plan.once.size());
  if constexpr (has_coarse_levels<Chain>) {
    const ProgressGate::Part part(progress, 0, share_of_coarse_levels);
    for (std::size_t i = 0; i < plan.once.size(); ++i) {
      Route<Chain>& route = plan.once[i];
      if (route.start != StartKind::coarse) continue;
      coarse[i] = coarse_start(plan, route.phases.front(), progress);
      route.start = StartKind::given, route.given = std::move(coarse[i].cluster_of_state);
    }
  }
  const ProgressGate::Part part(progress, has_coarse_levels<Chain> ? share_of_coarse_levels : 0, 1);
  auto found = run_rounds(plan, progress);
  if (found.empty() && !plan.once.empty()) found.push_back(begin_search(plan, plan.once.front(), 0)->end());
  for (std::size_t i = 0; i < std::min(found.size(), coarse.size()); ++i) {
    found[i].base_starts = std::move(coarse[i].starts), found[i].best_base_start = coarse[i].best;
  }
  return found;
}

/// The same plan from repaired starts, if some aren't.
template <class Chain>
std::optional<SearchPlan<Chain>> repairing(SearchPlan<Chain> plan) {
  bool any = false;
  for (Route<Chain>& route : plan.restarts) {
    Phase<Chain>& first = route.phases.front();
    any = any || (!first.repairs_start && first.feasible);
    first.repairs_start = true;
  }
  return any ? std::optional(std::move(plan)) : std::nullopt;
}

}  // namespace

template <class Chain>
std::vector<SearchState> carry_out(const SearchPlan<Chain>& plan, ProgressGate& progress) {
  auto found = run_once(plan, progress);
  if (found.empty() || found[best_restart(found)].broken == 0) return found;
  const auto repaired = repairing(plan);
  if (!repaired) return found;
  if (!progress.stopped()) return run_rounds(*repaired, progress);
  return {begin_search(*repaired, repaired->restarts.front(), 0)->end()};
}

std::size_t best_restart(const std::vector<SearchState>& restarts) {
  const auto best =
      std::min_element(restarts.begin(), restarts.end(), [](const SearchState& a, const SearchState& b) {
        return std::tuple(a.broken, a.summary.cost + a.summary.echo) <
               std::tuple(b.broken, b.summary.cost + b.summary.echo);
      });
  return static_cast<std::size_t>(best - restarts.begin());
}

std::size_t times_best_was_found(const std::vector<SearchState>& restarts) {
  const SearchState& best = restarts[best_restart(restarts)];
  return static_cast<std::size_t>(std::ranges::count_if(restarts, [&](const SearchState& state) {
    return state.broken == best.broken && state.summary.cost <= best.summary.cost + same_cost;
  }));
}

#define COMAC_INSTANTIATE(Chain) \
  template std::vector<SearchState> carry_out(const SearchPlan<Chain>&, ProgressGate&);
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
