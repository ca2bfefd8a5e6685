// SPDX-License-Identifier: MIT
#include "comac/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "comac/base/memory.hpp"
#include "comac/base/stopwatch.hpp"
#include "comac/chain/gaussian_chain.hpp"
#include "comac/chain/transition.hpp"
#include "comac/constraints/propagate.hpp"
#include "comac/evaluate/certify.hpp"
#include "comac/optimise/restarts.hpp"
#include "comac/prep/check.hpp"
#include "comac/prep/prepare.hpp"

namespace comac {
namespace {

/// One matrix for a reversible chain and its restarts' tables; powers need two more, a transpose one more.
void check_memory(std::size_t rows, std::size_t matrices, const Options& options) {
  const std::size_t copies = options.relaxation > 1 ? matrices + 3 : matrices;
  const std::size_t tables = 2 * options.clusters * rows * std::min<std::size_t>(options.restarts, 64);
  require_memory((copies * rows * rows + tables) * sizeof(double), options.memory_limit,
                 fmt::format("the dense chain of {} rows", rows), "use fewer rows");
}

/// From a chain to a result: the part that tables and transition matrices share.
Result solve(const DenseChain& chain, const SideInformation& known, const Constraints& constraints,
             const Options& options, ProgressGate& progress) {
  const Stopwatch watch;
  const Groups groups = options.propagation ? constraints.components : Groups::singletons(chain.states());
  const GroupedChain states(chain, groups);
  auto restarts = run_restarts({states, constraints}, options, progress);
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
  result.certificate = certify(known, constraints, result.cluster, options.clusters);
  result.cancelled = progress.stopped();
  result.times.optimise = watch.milliseconds();
  return result;
}

}  // namespace

Result cluster(const Table& table, const SideInformation& known, const Options& options,
               const Progress& progress) {
  const Stopwatch watch;
  check_clusters(options, table.rows);
  check_table(table);
  check_memory(table.rows, 1, options);
  ProgressGate gate(progress);

  const Constraints constraints = propagate(known, table.rows, options.on_conflict);
  const Stopwatch chain_watch;
  auto [chain, sigma] =
      gaussian_chain(prepare(table, options.scale, options.pca), options.neighbours, options.threads, gate);
  chain = relax(std::move(chain), options.relaxation);
  const double chain_time = chain_watch.milliseconds();

  Result result = solve(chain, known, constraints, options, gate);
  result.sigma = sigma;
  result.times.chain = chain_time;
  result.times.total = watch.milliseconds();
  return result;
}

Result aggregate(const Table& transition, const SideInformation& known, const Options& options,
                 const Progress& progress) {
  const Stopwatch watch;
  check_clusters(options, transition.rows);
  check_memory(transition.rows, 3, options);
  ProgressGate gate(progress);

  const Constraints constraints = propagate(known, transition.rows, options.on_conflict);
  const Stopwatch chain_watch;
  auto [chain, residual] = transition_chain(transition);
  chain = relax(std::move(chain), options.relaxation);
  const double chain_time = chain_watch.milliseconds();

  Result result = solve(chain, known, constraints, options, gate);
  result.stationary_residual = residual;
  result.times.chain = chain_time;
  result.times.total = watch.milliseconds();
  return result;
}

}  // namespace comac
