// SPDX-License-Identifier: MIT
#include "solve.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "comac/base/error.hpp"
#include "constraints/colouring.hpp"
#include "constraints/conflicts.hpp"
#include "constraints/feasibility.hpp"
#include "constraints/trust.hpp"
#include "cost/grouped_chain.hpp"
#include "evaluate/certify.hpp"
#include "evaluate/explain.hpp"
#include "optimise/echo.hpp"
#include "optimise/run_searches.hpp"

namespace comac {

void check_known(const SideInformation& known, std::size_t rows, const Options& options) {
  check_rows(known, rows);
  if (options.side.trust == 1) propagate(known, rows, options.side.on_conflict);
}

namespace {

/// Links of which so few are right mislead a search that begins by honouring all of them.
constexpr double hardly_believed = 0.65;

/// Clusters that honour all exclusions, if any were found.
Colours feasible_clusters(const Constraints& constraints, const Options& options) {
  if (!options.search.propagation) return std::nullopt;
  Random random(options.seed);  // it only matters to components that exclude nothing
  auto greedy = greedy_colouring(constraints.components, constraints.exclusive, options.cluster_count(), random);
  if (is_proper(constraints.exclusive, greedy)) return greedy;
  return proper_colouring(constraints.exclusive, options.cluster_count());
}

double mass_between(const DenseChain& chain, std::uint32_t a, std::uint32_t b) { return chain.from(a)[b]; }

double mass_between(const SparseChain& chain, std::uint32_t a, std::uint32_t b) {
  const Flows flows = chain.from(a);
  const auto found = std::ranges::find(flows.state, b);
  return found == flows.state.end() ? 0 : flows.mass[found - flows.state.begin()];
}

/// Flows between clusters as chances to go from one to another. An empty cluster has at most the rounding
/// errors of what has left it.
std::vector<double> transition_of(std::vector<double> flows, const std::vector<std::size_t>& sizes) {
  for (std::size_t y = 0; y < sizes.size(); ++y) {
    const std::span<double> row(flows.data() + y * sizes.size(), sizes.size());
    const double mass = std::accumulate(row.begin(), row.end(), 0.0);
    for (double& value : row) value = sizes[y] == 0 ? 0 : std::max(0.0, value) / mass;
  }
  return flows;
}

}  // namespace

template <class Chain>
std::vector<SearchState> search(const Chain& chain, const SideInformation& said,
                                const Constraints& constraints, const Options& options,
                                ProgressGate& progress) {
  const Groups groups =
      options.search.propagation ? constraints.components : Groups::singletons(chain.states());
  const Grouped<Chain> states(chain, groups);
  const Colours colours = feasible_clusters(constraints, options);
  Problem<Chain> hard{states, constraints};
  if (colours) hard.feasible = &*colours;
  if (!said.any_soft()) return run_searches(std::move(hard), options, progress);
  const Constraints all = propagate(hardened(said), chain.states(), OnConflict::drop);
  const Grouped<Chain> all_states(chain, all.components);
  Problem<Chain> all_hard{all_states, all};
  hard.soft = &said;
  hard.hardened = &all_hard;
  hard.half_without_soft =
      std::ranges::any_of(said.links, [](const Link& l) { return l.trust < hardly_believed; });
  return run_searches(std::move(hard), options, progress);
}

namespace {

/// Lets what is known choose among the ends of our own engine's searches. Sparse chains have but one.
void listen(std::vector<SearchState>& restarts, const DenseChain& chain, const SideInformation& said,
            const Options& options) {
  if (options.search.method != Method::comac || restarts.size() < 2 || said.any_soft()) return;
  const Echo echo(chain, said.links, options.threads);
  for (SearchState& restart : restarts) restart.summary.echo = echo.charge(restart.cluster_of_row);
}
void listen(std::vector<SearchState>&, const SparseChain&, const SideInformation&, const Options&) {}

/// What was said, once contradictions are settled.
struct Settled {
  SideInformation said;  ///< with the trust that each item has in the search
  Constraints constraints;
  std::vector<Dropped> softened;
};

/// Throws Error(data) for contradictions, or leaves out or softens the items that are believed least.
template <class Chain>
Settled settle(SideInformation said, const Chain& chain, OnConflict on_conflict) {
  if (on_conflict == OnConflict::error) {
    Constraints constraints = propagate(said, chain.states(), on_conflict);
    return {std::move(said), std::move(constraints), {}};
  }
  auto given_up = least_believed(said, chain.states(),
                                 [&](std::uint32_t a, std::uint32_t b) { return mass_between(chain, a, b); });
  if (on_conflict == OnConflict::drop) {
    Constraints constraints = propagate(said, chain.states(), std::move(given_up));
    return {std::move(said), std::move(constraints), {}};
  }
  said = softened(std::move(said), given_up);
  Constraints constraints = propagate(said, chain.states(), OnConflict::error);
  return {std::move(said), std::move(constraints), std::move(given_up)};
}

}  // namespace

template <class Chain>
Result solve(const Chain& chain, const SideInformation& known, const Options& options,
             ProgressGate& progress) {
  const Stopwatch watch;
  const Trust trust = decide_trust(chain, known, options, progress);
  const auto [said, constraints, softened_items] =
      settle(with_trust(known, trust.labels, trust.links), chain, options.side.on_conflict);
  auto restarts = search(chain, said, constraints, options, progress);
  if (restarts.empty()) throw Error(ErrorCode::interrupted, "interrupted before there was a result");
  listen(restarts, chain, said, options);
  Result result;
  result.best_restart = best_restart(restarts);
  for (const SearchState& restart : restarts) result.restarts.push_back(restart.summary);
  result.cluster = std::move(restarts[result.best_restart].cluster_of_row);
  result.trace = std::move(restarts[result.best_restart].trace);
  result.terms = restarts[result.best_restart].terms;
  result.cost = result.terms.cost();
  result.sizes.assign(options.cluster_count(), 0);
  for (const auto cluster : result.cluster) ++result.sizes[cluster];
  result.clusters_found =
      options.cluster_count() - static_cast<std::size_t>(std::ranges::count(result.sizes, 0U));
  result.transition = transition_of(std::move(restarts[result.best_restart].flows), result.sizes);
  result.certificate = certify(said, constraints, result.cluster, options.cluster_count());
  result.certificate.trust = trust;
  result.certificate.softened = softened_items;
  result.cancelled = progress.stopped();
  result.times.optimise = watch.milliseconds();
  if (options.explain && !result.cancelled) {
    result.explanation = explain_items(Explained<Chain>{chain, said, constraints, result.cluster,
                                                        options.cluster_count(), options.search.beta},
                                       options.explain_rows);
  }
  return result;
}

template Result solve(const DenseChain&, const SideInformation&, const Options&, ProgressGate&);
template Result solve(const SparseChain&, const SideInformation&, const Options&, ProgressGate&);
template std::vector<SearchState> search(const DenseChain&, const SideInformation&, const Constraints&,
                                         const Options&, ProgressGate&);
template std::vector<SearchState> search(const SparseChain&, const SideInformation&, const Constraints&,
                                         const Options&, ProgressGate&);

}  // namespace comac
