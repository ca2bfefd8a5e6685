// SPDX-License-Identifier: MIT
#include "comac/optimise/restarts.hpp"

#include <algorithm>

#include "comac/base/parallel.hpp"
#include "comac/base/random.hpp"
#include "comac/constraints/colouring.hpp"
#include "comac/cost/dense_cost.hpp"
#include "comac/optimise/primitive.hpp"
#include "comac/optimise/sequential.hpp"

namespace comac {
namespace {

/// Visits the betas of the schedule, each search starting where the one before ended.
template <class Sweeper>
Restart anneal(Sweeper sweeper, DenseCost cost, const Options& options, const StopCheck& stop) {
  Restart restart;
  for (const double beta : beta_schedule(options)) {
    cost.set_beta(beta);
    const SearchSummary search = run_sweeps(sweeper, cost, options.max_sweeps, stop);
    restart.summary.sweeps += search.sweeps;
    restart.summary.converged = search.converged;
    for (const double value : search.cost_after_sweep) restart.trace.push_back({beta, value});
    if (stop()) break;
  }
  restart.terms = cost.terms();
  restart.summary.cost = restart.terms.cost();
  restart.cluster_of_row = cost.partition().cluster_of_row(cost.groups());
  return restart;
}

Restart propagated(const Problem& problem, const Options& options, Random& random, const StopCheck& stop) {
  const auto& [components, exclusive, explicit_must, dropped] = problem.constraints;
  const GroupedChain states(problem.chain, components);
  Partition start(options.clusters, greedy_colouring(components, exclusive, options.clusters, random));
  return anneal(Sequential<DenseCost>(components, exclusive, options.clusters),
                DenseCost(states, std::move(start), options.beta), options, stop);
}

Restart unpropagated(const Problem& problem, const Options& options, Random& random, const StopCheck& stop) {
  const Groups rows = Groups::singletons(problem.chain.states());
  const GroupedChain states(problem.chain, rows);
  Primitive<DenseCost> sweeper(problem.constraints, options.clusters);
  Partition start(options.clusters, sweeper.start(random));
  return anneal(std::move(sweeper), DenseCost(states, std::move(start), options.beta), options, stop);
}

}  // namespace

std::vector<double> beta_schedule(const Options& options) {
  std::vector<double> betas;
  if (options.method == Method::comac_ann) {
    // Multiples of the step rather than repeated subtraction: no beta a rounding error above the target.
    for (std::size_t i = 0;; ++i) {
      const double beta = 1 - static_cast<double>(i) * options.anneal_step;
      if (beta <= options.beta + 1e-9) break;
      betas.push_back(beta);
    }
  }
  betas.push_back(options.beta);
  return betas;
}

Restart run_restart(const Problem& problem, const Options& options, std::size_t index,
                    ProgressGate& progress) {
  Random random(options.seed, index);
  const StopCheck stop = [&] {
    return progress.report({"optimise", static_cast<double>(index) / static_cast<double>(options.restarts)});
  };
  return options.propagation ? propagated(problem, options, random, stop)
                             : unpropagated(problem, options, random, stop);
}

std::vector<Restart> run_restarts(const Problem& problem, const Options& options, ProgressGate& progress) {
  std::vector<Restart> restarts(options.restarts);
  parallel_for(options.restarts, 1, options.threads, [&](std::size_t begin, std::size_t) {
    if (!progress.stopped()) restarts[begin] = run_restart(problem, options, begin, progress);
  });
  std::erase_if(restarts, [](const Restart& restart) { return restart.cluster_of_row.empty(); });
  return restarts;
}

std::size_t best_restart(const std::vector<Restart>& restarts) {
  const auto best =
      std::min_element(restarts.begin(), restarts.end(),
                       [](const Restart& a, const Restart& b) { return a.summary.cost < b.summary.cost; });
  return static_cast<std::size_t>(best - restarts.begin());
}

}  // namespace comac
