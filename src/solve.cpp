// SPDX-License-Identifier: MIT
#include "comac/solve.hpp"

#include <algorithm>
#include <utility>

#include "comac/base/error.hpp"
#include "comac/base/stopwatch.hpp"
#include "comac/constraints/trust.hpp"
#include "comac/cost/grouped_chain.hpp"
#include "comac/evaluate/certify.hpp"
#include "comac/optimise/run_searches.hpp"

namespace comac {

void check_known(const SideInformation& known, std::size_t rows, const Options& options) {
  check_rows(known, rows);
  if (options.trust == 1) propagate(known, rows, options.on_conflict);
}

template <class Chain>
std::vector<SearchState> search(const Chain& chain, const SideInformation& said,
                                const Constraints& constraints, const Options& options,
                                ProgressGate& progress) {
  const Groups groups = options.propagation ? constraints.components : Groups::singletons(chain.states());
  const Grouped<Chain> states(chain, groups);
  Problem<Chain> hard{states, constraints};
  if (!said.any_soft()) return run_searches(std::move(hard), options, progress);
  const Constraints all = propagate(hardened(said), chain.states(), OnConflict::drop);
  const Grouped<Chain> all_states(chain, all.components);
  Problem<Chain> all_hard{all_states, all};
  hard.soft = &said;
  hard.hardened = &all_hard;
  return run_searches(std::move(hard), options, progress);
}

template <class Chain>
Result solve(const Chain& chain, const SideInformation& known, const Options& options,
             ProgressGate& progress) {
  const Stopwatch watch;
  const Trust trust = decide_trust(chain, known, options, progress);
  const SideInformation said = with_trust(known, trust.labels, trust.links);
  const Constraints constraints = propagate(said, chain.states(), options.on_conflict);
  auto restarts = search(chain, said, constraints, options, progress);
  if (restarts.empty()) throw Error(ErrorCode::interrupted, "interrupted before there was a result");
  Result result;
  result.best_restart = best_restart(restarts);
  for (const SearchState& restart : restarts) result.restarts.push_back(restart.summary);
  result.cluster = std::move(restarts[result.best_restart].cluster_of_row);
  result.trace = std::move(restarts[result.best_restart].trace);
  result.terms = restarts[result.best_restart].terms;
  result.cost = result.terms.cost();
  result.sizes.assign(options.clusters, 0);
  for (const auto cluster : result.cluster) ++result.sizes[cluster];
  result.clusters_found = options.clusters - static_cast<std::size_t>(std::ranges::count(result.sizes, 0U));
  result.certificate = certify(said, constraints, result.cluster, options.clusters);
  result.certificate.trust = trust;
  result.cancelled = progress.stopped();
  result.times.optimise = watch.milliseconds();
  return result;
}

template Result solve(const DenseChain&, const SideInformation&, const Options&, ProgressGate&);
template Result solve(const SparseChain&, const SideInformation&, const Options&, ProgressGate&);
template std::vector<SearchState> search(const DenseChain&, const SideInformation&, const Constraints&,
                                         const Options&, ProgressGate&);
template std::vector<SearchState> search(const SparseChain&, const SideInformation&, const Constraints&,
                                         const Options&, ProgressGate&);

}  // namespace comac
