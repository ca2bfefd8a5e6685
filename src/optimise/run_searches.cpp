// SPDX-License-Identifier: MIT
#include "optimise/run_searches.hpp"

#include <type_traits>
#include <utility>

#include "optimise/multilevel.hpp"

namespace comac {
namespace {

MultilevelOptions multilevel_options(const Options& options, const Groups& components) {
  MultilevelOptions result;
  result.clusters = options.cluster_count();
  result.starts = options.search.restarts;
  result.seed = options.seed;
  result.threads = options.threads;
  if (components.count() < components.rows()) result.merged = &components;
  return result;
}

/// Where the search on the finest level begins. Coarse levels may not have kept apart all that is to be
/// apart.
std::vector<std::uint32_t> coarse_start(const Problem<SparseChain>& problem, const Options& options,
                                        ProgressGate& progress) {
  const auto& [components, exclusive, explicit_must, dropped] = problem.constraints;
  const Refine refine =
      refinement_by_sweeps(options.cluster_count(), options.search.max_sweeps, options.threads);
  const Adjacency between_rows = between_first_states(exclusive, components);
  const auto cluster_of_row = multilevel_start({problem.states.chain, between_rows},
                                               multilevel_options(options, components), refine, progress);
  std::vector<std::uint32_t> cluster(components.count());
  for (std::size_t c = 0; c < cluster.size(); ++c) cluster[c] = cluster_of_row[components.members(c)[0]];
  return cluster;
}

std::vector<std::uint32_t> coarse_start(const Problem<DenseChain>&, const Options&, ProgressGate&) {
  return {};
}

/// One search; if all has been cancelled, as it stands near its start.
template <class Chain>
std::vector<SearchState> run_once(const Problem<Chain>& problem, Options options, ProgressGate& progress) {
  options.search.restarts = 1;
  if (!progress.stopped()) return run_restarts(problem, options, progress);
  return {first_steps(problem, options)};
}

}  // namespace

template <class Chain>
std::vector<SearchState> run_searches(Problem<Chain> problem, const Options& options,
                                      ProgressGate& progress) {
  const bool coarse = std::is_same_v<Chain, SparseChain> && options.search.method == Method::comac &&
                      options.search.propagation;
  if (!coarse) return run_restarts(problem, options, progress);
  Problem<Chain> hard = problem.hardened == nullptr ? problem : *problem.hardened;
  hard.start = coarse_start(hard, options, progress);
  if (problem.hardened == nullptr) return run_once(hard, options, progress);
  problem.hardened = &hard;
  return run_once(problem, options, progress);
}

template std::vector<SearchState> run_searches(Problem<DenseChain>, const Options&, ProgressGate&);
template std::vector<SearchState> run_searches(Problem<SparseChain>, const Options&, ProgressGate&);

}  // namespace comac
