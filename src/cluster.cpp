// SPDX-License-Identifier: MIT
#include "comac/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "comac/base/memory.hpp"
#include "comac/chain/gaussian_chain.hpp"
#include "comac/chain/transition.hpp"
#include "comac/constraints/propagate.hpp"
#include "comac/constraints/trust.hpp"
#include "comac/evaluate/certify.hpp"
#include "comac/optimise/restarts.hpp"
#include "comac/prep/prepare.hpp"

namespace comac {
namespace {

/// The trust in items of which some must be wrong, before more is known.
constexpr double doubtful = 0.8;

/// Links are left out a fold at a time to see whether the others foretell them.
constexpr std::size_t folds = 3;
constexpr std::size_t least_links = 12;

class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void check_clusters(const Options& options, std::size_t rows) {
  options.validate();
  if (rows == 0) throw Error(ErrorCode::data, "there are no rows to cluster");
  if (options.clusters > rows) {
    throw Error(ErrorCode::usage, fmt::format("--clusters is {}; expected at most the number of rows, {}",
                                              options.clusters, rows));
  }
}

void check_table(const Table& table) {
  if (table.columns == 0) throw Error(ErrorCode::data, "the table has no numeric column to cluster by");
  const auto bad =
      std::find_if(table.values.begin(), table.values.end(), [](double v) { return !std::isfinite(v); });
  if (bad == table.values.end()) return;
  const auto place = static_cast<std::size_t>(bad - table.values.begin());
  throw Error(ErrorCode::data, fmt::format("row {}, column {} of the table is {}; expected a finite number",
                                           place / table.columns, place % table.columns, *bad));
}

/// One matrix for a reversible chain and its restarts' tables; powers need two more, a transpose one more.
void check_memory(std::size_t rows, std::size_t matrices, const Options& options) {
  const std::size_t copies = options.relaxation > 1 ? matrices + 3 : matrices;
  const std::size_t tables = 2 * options.clusters * rows * std::min<std::size_t>(options.restarts, 64);
  require_memory((copies * rows * rows + tables) * sizeof(double), options.memory_limit,
                 fmt::format("the dense chain of {} rows", rows), "use fewer rows");
}

/// Restarts of the search; hard items hold in each, soft ones may be outvoted.
std::vector<SearchState> search(const DenseChain& chain, const SideInformation& said,
                                const Constraints& constraints, const Options& options,
                                ProgressGate& progress) {
  const Groups groups = options.propagation ? constraints.components : Groups::singletons(chain.states());
  const GroupedChain states(chain, groups);
  const Problem hard{states, constraints};
  if (!said.any_soft()) return run_restarts(hard, options, progress);
  const Constraints all = propagate(hardened(said), chain.states(), OnConflict::drop);
  const GroupedChain all_states(chain, all.components);
  const Problem all_hard{all_states, all};
  return run_restarts({states, constraints, &said, &all_hard}, options, progress);
}

/// How many links of fold `fold` hold in clusters that were made without them.
std::size_t count_foretold(const DenseChain& chain, const SideInformation& known, double trust,
                           std::size_t fold, const Options& options, ProgressGate& progress) {
  SideInformation rest = with_trust(known, 1, trust);
  std::size_t i = 0;
  std::erase_if(rest.links, [&](const Link&) { return i++ % folds == fold; });
  const auto restarts =
      search(chain, rest, propagate(rest, chain.states(), OnConflict::drop), options, progress);
  if (restarts.empty()) return 0;
  const auto& cluster = restarts[best_restart(restarts)].cluster_of_row;
  std::size_t holding = 0;
  for (i = fold; i < known.links.size(); i += folds) {
    const Link& link = known.links[i];
    holding += (cluster[link.first] == cluster[link.second]) == (link.kind == LinkKind::must) ? 1 : 0;
  }
  return holding;
}

/// Links are trusted if taking them at their word foretells other links at least as well as doubting them
/// does; else as far as they are foretold.
double estimate_link_trust(const DenseChain& chain, const SideInformation& known, Options options,
                           ProgressGate& progress) {
  if (known.links.size() < least_links) return 1;
  options.restarts = std::min<std::size_t>(options.restarts, 2);
  std::size_t trusting = 0, doubting = 0;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    trusting += count_foretold(chain, known, 1, fold, options, progress);
    doubting += count_foretold(chain, known, doubtful, fold, options, progress);
  }
  const double share = static_cast<double>(doubting) / static_cast<double>(known.links.size());
  return doubting <= trusting ? 1 : std::clamp(share, 0.6, 0.9);
}

/// How far to trust what is known: as told, or as the data suggest.
Trust decide_trust(const DenseChain& chain, const SideInformation& known, const Options& options,
                   ProgressGate& progress) {
  if (options.trust != automatic_trust) return {options.trust, options.trust, false};
  Trust trust{estimate_label_trust(known, chain), 1, true};
  const SideInformation said = with_trust(known, trust.labels, 1);
  trust.links = estimate_link_trust(chain, said, options, progress);
  for (const Dropped& item :
       propagate(with_trust(said, 1, trust.links), chain.states(), OnConflict::drop).dropped) {
    double& doubted = item.kind == Dropped::Kind::link ? trust.links : trust.labels;
    doubted = std::min(doubted, doubtful);  // some of them must be wrong
  }
  return trust;
}

/// From a chain to a result: the part that tables and transition matrices share.
Result solve(const DenseChain& chain, const SideInformation& known, const Options& options,
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

/// Contradictions are found before the long work begins.
void check_known(const SideInformation& known, std::size_t rows, const Options& options) {
  check_rows(known, rows);
  if (options.trust == 1) propagate(known, rows, options.on_conflict);
}

}  // namespace

Result cluster(const Table& table, const SideInformation& known, const Options& options,
               const Progress& progress) {
  const Stopwatch watch;
  check_clusters(options, table.rows);
  check_table(table);
  check_memory(table.rows, 1, options);
  ProgressGate gate(progress);

  check_known(known, table.rows, options);
  const Stopwatch chain_watch;
  auto [chain, sigma] =
      gaussian_chain(prepare(table, options.scale, options.pca), options.neighbours, options.threads, gate);
  chain = relax(std::move(chain), options.relaxation);
  const double chain_time = chain_watch.milliseconds();

  Result result = solve(chain, known, options, gate);
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

  check_known(known, transition.rows, options);
  const Stopwatch chain_watch;
  auto [chain, residual] = transition_chain(transition);
  chain = relax(std::move(chain), options.relaxation);
  const double chain_time = chain_watch.milliseconds();

  Result result = solve(chain, known, options, gate);
  result.stationary_residual = residual;
  result.times.chain = chain_time;
  result.times.total = watch.milliseconds();
  return result;
}

}  // namespace comac
