// SPDX-License-Identifier: MIT
#include "comac/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "comac/base/error.hpp"
#include "constraints/conflicts.hpp"
#include "constraints/trust.hpp"
#include "evaluate/name_clusters.hpp"
#include "fitted/model_state.hpp"
#include "fitted/solve.hpp"
#include "prep/check.hpp"
#include "select/plan.hpp"

namespace comac {
namespace {

Model make_model(ModelState state) { return Model(std::make_shared<const ModelState>(std::move(state))); }

/// The state after a search: on its ground, or on the one that a metric was learned for.
ModelState after(ModelState state, Solution solution) {
  if (solution.learned)
    state.ground = std::make_shared<PreparedData>(with_metric(*state.ground, *std::move(solution.learned)));
  state.result = std::move(solution.result);
  state.kept = std::move(solution.kept);
  state.options.clusters = state.result.sizes.size();
  return state;
}

/// From given clusters there is one search, and neither scale nor model are chosen again, nor trust unless
/// that is said: they are what they were.
Solution go_on(const ModelState& state, const Again& again, const Result& before, ProgressGate& progress) {
  const Trust& trust = before.certificate.trust;
  Options options = state.options;
  options.search.restarts = 1;
  if (is_own_engine(options)) {
    options.chain.relaxation = before.chain.steps;
    options.search.row_model = before.chain.row_model ? RowModelUse::on : RowModelUse::off;
  }
  if (again.trust || options.side.trust != automatic_trust) {
    return solve_on(*state.ground, state.known, options, progress, again.start, state.kept);
  }
  options.side.trust = 1;
  const std::size_t rows = states_of(state.ground->chain);
  const Belief belief = doubt_all_involved(with_trust(state.known, trust.labels, trust.links), rows).belief;
  Solution solution = solve_on(*state.ground, belief.said, options, progress, again.start, state.kept);
  Certificate& certificate = solution.result.certificate;
  for (const ItemId item : belief.status.ids()) certificate.items[item].status = belief.status[item];
  certificate.trust = trust;
  return solution;
}

void check_start(std::span<const std::uint32_t> start, std::size_t rows, std::size_t clusters) {
  if (start.empty()) return;
  if (start.size() != rows) {
    throw Error(
        ErrorCode::usage,
        fmt::format("the start has clusters of {} rows; expected {}, as in the model", start.size(), rows));
  }
  const auto largest = std::ranges::max_element(start);
  if (*largest < clusters) return;
  throw Error(ErrorCode::usage, fmt::format("row {} starts in cluster {}; expected 0 to {}",
                                            largest - start.begin(), *largest, clusters - 1));
}

}  // namespace

Model fit(const TableView& table, const SideInformation& known, const Options& options,
          const Progress& progress) {
  ProgressGate gate(progress);
  auto ground = std::make_shared<PreparedData>(prepare_data(table, known, options, KeepRows::yes, gate));
  Solution solution = solve_first(*ground, known, options, gate);
  return make_model(after({std::move(ground), options, known, {}}, std::move(solution)));
}

Model fit(const SparseMatrix& transition, const SideInformation& known, const Options& options,
          const Progress& progress) {
  ProgressGate gate(progress);
  auto ground = std::make_shared<PreparedData>(prepare_data(transition, known, options, gate));
  Solution solution = solve_first(*ground, known, options, gate);
  return make_model(after({std::move(ground), options, known, {}}, std::move(solution)));
}

Model solve(const Model& model, const Again& again, const Progress& progress) {
  const ModelState& before = model.state();
  ModelState state{before.ground, before.options, before.known, {}, before.kept};
  if (again.clusters) state.options.clusters = again.clusters;
  if (again.trust) state.options.side.trust = *again.trust;
  state.options.explain = again.explain;
  state.options.explain_rows = again.explain_rows;
  state.known.add(again.more);
  check_options(state.options, before.result.cluster.size());
  check_known(state.known, before.result.cluster.size(), state.options);
  check_start(again.start, before.result.cluster.size(), state.options.cluster_count());
  ProgressGate gate(progress);
  Solution solution = again.start.empty()
                          ? solve_on(*state.ground, state.known, state.options, gate, {}, state.kept)
                          : go_on(state, again, before.result, gate);
  return make_model(after(std::move(state), std::move(solution)));
}

Model solve(const Model& model, std::size_t clusters, std::span<const std::uint32_t> start,
            const Progress& progress) {
  return solve(model, {.clusters = clusters, .start = {start.begin(), start.end()}}, progress);
}

void Model::improve(const SideInformation& more, const Progress& progress) {
  *this = solve(*this, {.more = more, .start = state_->result.cluster}, progress);
}

const Result& Model::result() const { return state_->result; }
const Options& Model::options() const { return state_->options; }
const SideInformation& Model::known() const { return state_->known; }
std::span<const std::string> Model::column_names() const { return state_->ground->map.column_names(); }
std::span<const ColumnAbout> Model::columns_about() const {
  const Encoding* encoding = state_->ground->map.encoding();
  return encoding == nullptr ? std::span<const ColumnAbout>() : encoding->about();
}

std::size_t Model::columns() const { return state_->ground->map.columns_in(); }
std::optional<TableView> Model::rows() const {
  const std::optional<Table>& rows = state_->ground->rows;
  return rows ? std::optional<TableView>(*rows) : std::nullopt;
}

std::vector<std::string> Model::cluster_names() const {
  return name_clusters(state_->known, state_->result.certificate.class_of_cluster);
}

}  // namespace comac
