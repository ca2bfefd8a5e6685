// SPDX-License-Identifier: MIT
#include "comac/cluster.hpp"

#include <utility>

#include "base/stopwatch.hpp"
#include "chain/gaussian_chain.hpp"
#include "chain/neighbour_chain.hpp"
#include "chain/sparse_transition.hpp"
#include "chain/transition.hpp"
#include "plan.hpp"
#include "prep/check.hpp"
#include "prep/prepare.hpp"
#include "solve.hpp"

namespace comac {
namespace {

template <class Build>
auto build_part(ProgressGate& gate, double share, Build build) {
  const ProgressGate::Part part(gate, 0, share);
  return build(gate);
}

/// Builds the chain by `build`, solves, and takes the time of both. build(gate) returns a chain and what only
/// it knows about the result.
template <class Build>
Result run(const Plan& plan, const SideInformation& known, const Options& options, const Progress& progress,
           Build build) {
  const Stopwatch watch;
  ProgressGate gate(progress);
  check_known(known, plan.rows, options);
  const Stopwatch chain_watch;
  // Neighbours are most of the work of a sparse chain, restarts half of that of a dense one.
  const double share = plan.chain == ChainKind::sparse ? 0.8 : 0.5;
  const auto [chain, note] = build_part(gate, share, build);
  const double chain_time = chain_watch.milliseconds();
  const ProgressGate::Part part(gate, share, 1);
  Result result = solve(chain, known, options, gate);
  note(result);
  result.chain.kind = plan.chain;
  result.chain.memory = plan.memory;
  result.chain.steps = options.chain.relaxation;
  result.times.chain = chain_time;
  result.times.total = watch.milliseconds();
  return result;
}

}  // namespace

Result cluster(const TableView& table, const SideInformation& known, const Options& options,
               const Progress& progress) {
  check_clusters(options, table.rows);
  check_table(table);
  const Plan plan = plan_chain(table, options);
  require_memory_of(plan, options);
  if (plan.chain == ChainKind::dense) {
    return run(plan, known, options, progress, [&](ProgressGate& gate) {
      auto [chain, sigma] = gaussian_chain(prepare(table, options.prep.scale, options.prep.pca).rows.view(),
                                           options.chain.neighbours, options.threads, gate);
      const auto note = [&table, sigma = sigma](Result& result) {
        result.sigma = sigma;
        result.chain.transitions = table.rows * table.rows;
      };
      return std::pair(relax(std::move(chain), options.chain.relaxation), note);
    });
  }
  return run(plan, known, options, progress, [&](ProgressGate& gate) {
    auto built = neighbour_chain(prepare(table, options.prep.scale, options.prep.pca).rows.view(),
                                 chain_options(options), gate);
    const ChainSummary summary{plan.chain, built.chain.entries(), built.exact, built.recall, 0};
    const auto note = [summary, sigma = built.sigma](Result& result) {
      result.sigma = sigma;
      result.chain = summary;
    };
    return std::pair(std::move(built.chain), note);
  });
}

Result aggregate(const Table& transition, const SideInformation& known, const Options& options,
                 const Progress& progress) {
  const TableView checked(transition);
  check_clusters(options, checked.rows);
  const Plan plan = plan_transition(transition.rows, options);
  require_memory_of(plan, options);
  return run(plan, known, options, progress, [&](ProgressGate&) {
    auto [chain, residual] = transition_chain(transition);
    const auto note = [&transition, residual = residual](Result& result) {
      result.stationary_residual = residual;
      result.chain.transitions = transition.rows * transition.rows;
    };
    return std::pair(relax(std::move(chain), options.chain.relaxation), note);
  });
}

Result aggregate(const SparseMatrix& transition, const SideInformation& known, const Options& options,
                 const Progress& progress) {
  check_shape(transition);
  check_clusters(options, transition.rows());
  const Plan plan = plan_transition(transition, options);
  if (plan.chain == ChainKind::dense) return aggregate(dense_table(transition), known, options, progress);
  require_memory_of(plan, options);
  return run(plan, known, options, progress, [&](ProgressGate& gate) {
    auto [chain, residual] = transition_chain(transition, gate);
    const auto note = [residual = residual, entries = chain.entries()](Result& result) {
      result.stationary_residual = residual;
      result.chain.transitions = entries;
    };
    return std::pair(std::move(chain), note);
  });
}

}  // namespace comac
