// SPDX-License-Identifier: MIT
#include "fitted/prepared_data.hpp"

#include <utility>

#include "base/checkpoint.hpp"
#include "base/stopwatch.hpp"
#include "chain/gaussian_chain.hpp"
#include "chain/neighbour_chain.hpp"
#include "chain/sparse_transition.hpp"
#include "chain/transition.hpp"
#include "fitted/solve.hpp"
#include "prep/check.hpp"
#include "prep/prepare.hpp"
#include "select/choose_scale.hpp"
#include "select/plan.hpp"

namespace comac {
namespace {

/// Of the time of a run. Neighbours are most of the work of a sparse chain, restarts half of that of a dense
/// one.
double share_of_chain(ChainKind chain) { return chain == ChainKind::sparse ? 0.8 : 0.5; }

std::size_t entries_of(const AnyChain& chain) {
  if (const auto* sparse = std::get_if<SparseChain>(&chain)) return sparse->entries();
  return states_of(chain) * states_of(chain);
}

/// What is the same for all chains.
PreparedData finish(PreparedData ground, const Plan& plan, const Stopwatch& watch) {
  ground.summary.kind = plan.chain;
  ground.summary.transitions = entries_of(ground.chain);
  ground.summary.memory = plan.memory;
  ground.milliseconds = watch.milliseconds();
  return ground;
}

PreparedData dense_ground(const TableView& rows, const Options& options, ProgressGate& progress) {
  auto [chain, sigma] = gaussian_chain(rows, options.chain.neighbour_count(), options.threads, progress);
  const Checkpoints inside(progress);
  auto [relaxed, steps] = relax(std::move(chain), steps_at_a_time(options));
  return {.chain = std::move(relaxed),
          .sigma = sigma,
          .typical_distance = sigma,
          .summary = {.neighbours = options.chain.neighbour_count(), .steps = steps}};
}

/// How a chain of near rows was made.
void tell(const NeighbourChain& built, ChainSummary& summary) {
  summary.kind = ChainKind::sparse;
  summary.transitions = built.chain.entries();
  summary.exact_neighbours = built.exact;
  summary.recall = built.recall;
  summary.neighbours = built.neighbours;
  summary.kernel = built.kernel;
}

PreparedData sparse_ground(const TableView& rows, const Options& options, ProgressGate& progress) {
  auto built = neighbour_chain(rows, chain_options(options, rows.rows), progress);
  ChainSummary summary;
  tell(built, summary);
  return {.chain = std::move(built.chain),
          .sigma = built.sigma,
          .typical_distance = built.typical_distance,
          .summary = summary};
}

/// A row alone stays where it is.
PreparedData lone_ground(ChainKind kind) {
  if (kind == ChainKind::dense) {
    SquareMatrix joint(1);
    joint.row(0)[0] = 1;
    return {.chain = DenseChain::reversible(std::move(joint), {1})};
  }
  SparseMatrix joint;
  joint.columns = {0}, joint.values = {1}, joint.offsets.push_back(1);
  return {.chain = SparseChain::reversible(std::move(joint))};
}

/// The rows that a metric or a model of them may be learned from.
std::optional<RowsOfTable> rows_of(const PreparedData& ground) {
  if (!ground.rows) return std::nullopt;
  return RowsOfTable{*ground.rows, ground.typical_distance, ground.metric.has_value(), ground.map.sources()};
}

}  // namespace

PreparedData prepare_data(const TableView& table, const SideInformation& known, const Options& options,
                          KeepRows keep, ProgressGate& progress) {
  check_options(options, table.rows);
  if (!is_own_engine(options)) options.cluster_count();  // only our own engine finds it
  check_table(table);
  Prepared prepared = encode(table);
  const Plan plan = plan_chain(prepared.rows.view(), options);
  require_memory_of(plan, known, options);
  check_known(known, table.rows, options);
  const ProgressGate::Part part(progress, 0, share_of_chain(plan.chain));
  const Stopwatch watch;
  Scaled scaled = choose_scale(prepared.rows.view(), known, options);
  scale(prepared, scaled.scale, options.prep.pca);
  auto& [map, rows] = prepared;
  PreparedData ground = table.rows == 1                  ? lone_ground(plan.chain)
                        : plan.chain == ChainKind::dense ? dense_ground(rows.view(), options, progress)
                                                         : sparse_ground(rows.view(), options, progress);
  ground.map = std::move(map);
  ground.scaled = std::move(scaled);
  if (keep == KeepRows::yes || is_own_engine(options)) ground.rows = std::move(rows).take();
  return finish(std::move(ground), plan, watch);
}

PreparedData prepare_data(const Table& transition, const SideInformation& known, const Options& options,
                          ProgressGate& progress) {
  check_options(options, TableView(transition).rows);
  if (!is_own_engine(options)) options.cluster_count();
  if (transition.rows != transition.columns) check_transition(transition);  // says what is wrong
  const Plan plan = plan_transition(transition, options);
  if (plan.chain == ChainKind::sparse)
    return prepare_data(sparse_matrix(transition), known, options, progress);
  require_memory_of(plan, known, options);
  check_known(known, transition.rows, options);
  const Stopwatch watch;
  auto [chain, residual] = transition_chain(transition);
  auto [relaxed, steps] = relax(std::move(chain), steps_at_a_time(options));
  PreparedData ground{
      .chain = std::move(relaxed), .stationary_residual = residual, .summary = {.steps = steps}};
  return finish(std::move(ground), plan, watch);
}

PreparedData prepare_data(const SparseMatrix& transition, const SideInformation& known,
                          const Options& options, ProgressGate& progress) {
  check_shape(transition);
  check_options(options, transition.rows());
  if (!is_own_engine(options)) options.cluster_count();
  const Plan plan = plan_transition(transition, options);
  if (plan.chain == ChainKind::dense) {
    auto joint = joint_of_similarities(transition);
    return prepare_data(dense_table(joint ? divided_by_row_sums(*std::move(joint)) : transition), known,
                        options, progress);
  }
  require_memory_of(plan, known, options);
  check_known(known, transition.rows(), options);
  const ProgressGate::Part part(progress, 0, share_of_chain(plan.chain));
  const Stopwatch watch;
  auto [chain, residual] = transition_chain(transition, progress);
  return finish({.chain = std::move(chain), .stationary_residual = residual}, plan, watch);
}

Solution solve_first(const PreparedData& ground, const SideInformation& known, const Options& options,
                     ProgressGate& progress) {
  const ProgressGate::Part part(progress, share_of_chain(ground.summary.kind), 1);
  Solution solution = solve_on(ground, known, options, progress);
  solution.result.times.chain = ground.milliseconds;
  solution.result.times.total += ground.milliseconds;
  return solution;
}

namespace {

/// Nobody asked for so many clusters that some are empty: the same for those that hold rows.
Solution solve_with_fewer(const PreparedData& ground, const SideInformation& known, Options options,
                          ProgressGate& progress, Solution found) {
  options.clusters = found.result.clusters_found;
  Solution fewer = solve_on(ground, known, options, progress);
  if (found.result.chosen && fewer.result.chosen)
    fewer.result.chosen->count = std::move(found.result.chosen->count);
  return fewer;
}

}  // namespace

Solution solve_on(const PreparedData& ground, const SideInformation& known, const Options& options,
                  ProgressGate& progress, std::span<const std::uint32_t> start, const WarmStart& kept) {
  const Stopwatch watch;
  const std::size_t states = states_of(ground.chain);
  if (states == 1 && !options.clusters) {  // there is nothing to find
    Options one = options;
    one.clusters = 1;
    return solve_on(ground, known, one, progress, start, kept);
  }
  const bool chooses = is_own_engine(options) && states > 1;
  Solution solution =
      chooses ? choose_and_solve(ground.chain, rows_of(ground), known, options, progress, start, kept)
              : Solution{std::visit(
                    [&](const auto& chain) { return solve(chain, known, options, progress, start); },
                    ground.chain)};
  if (chooses && !options.clusters && !solution.result.cancelled &&
      solution.result.clusters_found < solution.result.sizes.size())
    return solve_with_fewer(ground, known, options, progress, std::move(solution));
  Result& result = solution.result;
  result.scaled = ground.scaled;
  result.sigma = ground.sigma;
  result.stationary_residual = ground.stationary_residual;
  const ChainSummary chosen = std::exchange(result.chain, ground.summary);
  if (chooses) result.chain.steps = chosen.steps, result.chain.row_model = chosen.row_model;
  if (solution.learned) {
    result.sigma = solution.learned->built.sigma;
    tell(solution.learned->built, result.chain);
  }
  result.times.total = watch.milliseconds();
  return solution;
}

PreparedData with_metric(const PreparedData& ground, LearnedData learned) {
  ChainSummary summary = ground.summary;
  tell(learned.built, summary);
  return {.map = ground.map,
          .rows = ground.rows,
          .metric = std::move(learned.map),
          .seen = std::move(learned.rows),
          .chain = AnyChain(std::move(learned.built.chain)),
          .scaled = ground.scaled,
          .sigma = learned.built.sigma,
          .typical_distance = ground.typical_distance,
          .summary = summary};
}

}  // namespace comac
