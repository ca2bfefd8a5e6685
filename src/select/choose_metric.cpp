// SPDX-License-Identifier: MIT
#include "select/choose_metric.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/memory.hpp"
#include "base/random.hpp"
#include "comac/base/error.hpp"
#include "evidence/sample.hpp"
#include "select/learned.hpp"
#include "select/plan.hpp"
#include "select/predicted.hpp"
#include "select/yardstick.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

/// Fewer links, or fewer of a kind, teach nothing that could be told from chance.
constexpr std::size_t least_links = 12, least_of_a_kind = 3;
constexpr std::size_t folds = 4;
constexpr std::size_t most_rows = 5000, most_links = 2000;
constexpr std::size_t rows_of_sample = 2000;  // of more; learning takes the square of them
/// The neighbours of more rows take too long among the many features of a kernel.
constexpr std::size_t most_rows_for_kernel = 50000;

struct Kinds {
  std::size_t must = 0, cannot = 0;
};

Kinds count_kinds(const std::vector<Link>& links) {
  Kinds kinds;
  for (const Link& link : links) {
    if (link.first == link.second || link.trust <= 0.5) continue;
    ++(link.kind == LinkKind::must ? kinds.must : kinds.cannot);
  }
  return kinds;
}

bool is_wanted(const SearchTask& task, const Options& options) {
  const auto [must, cannot] = count_kinds(task.said.links);
  if (options.cluster_count() < 2 || options.search.metric == MetricUse::euclidean) return false;
  if (options.search.metric == MetricUse::learned) {
    if (must > 0 && cannot > 0) return true;
    if (std::ranges::all_of(task.said.links, is_hard<Link>))
      throw Error(ErrorCode::usage,
                  setting("metric", "learned") +
                      " learns from must-links and cannot-links; give some of both, or use " +
                      setting("metric", "auto"));
    return false;  // they are doubted too much
  }
  return must + cannot >= least_links && std::min(must, cannot) >= least_of_a_kind;
}

/// The rows that a metric is learned on: all of a table that isn't large.
struct Classroom {
  RowsOfTable rows;
  const SparseChain& chain;
  const Spectrum& spectrum;
  SearchTask task;
};

/// Clusters by the plain chain for what is said apart from links.
Clusters clusters_without_links(const Classroom& room, const Options& options, ProgressGate& progress) {
  SideInformation said = room.task.said;
  said.links.clear();
  const Constraints constraints = propagate(said, room.rows.rows.rows, OnConflict::drop);
  return quick_clusters(room.chain, room.spectrum, &room.rows, {said, constraints}, options, progress);
}

/// What left-out links cost to foretell by clusters of a metric that was learned from the others.
std::vector<double> bits_when_learned(const Classroom& room, const Clusters& plain,
                                      const Eigen::MatrixXd& rows, const LearnOptions& how,
                                      const Options& options, ProgressGate& progress) {
  const ClustersFrom learned = [&](const SideInformation& kept, const Constraints& constraints) {
    const auto [must, cannot] = count_kinds(kept.links);
    if (must == 0 || cannot == 0) return plain;
    const Progress go_on = [&](const ProgressEvent& event) { return !progress.report({event.stage, 0}); };
    ProgressGate of_fold(go_on);  // folds are learned at once, and each has parts of its own
    auto clusters =
        learn_from_links(rows, {kept, constraints}, options, of_fold, {0, how.kernel_view, how.seen}).start;
    return of_fold.stopped() ? plain : clusters;
  };
  const auto together = links_together(room.task.said, room.rows.rows.rows, folds, learned, options.threads);
  return bits_of_links(room.task.said.links, together);
}

std::string column_name(const TableView& table, std::size_t column) {
  return column < table.column_names.size() ? table.column_names[column]
                                            : "column " + std::to_string(column + 1);
}

std::optional<Learned> learn_in(const Classroom& room, std::size_t all_rows, const Clusters& plain,
                                const Options& options, ProgressGate& progress,
                                std::optional<MetricFinding>& finding) {
  const auto without = bits_of_links(room.task.said.links, are_together(room.task.said.links, plain));
  const Eigen::MatrixXd rows = matrix_of_rows(room.rows.rows, 0, room.rows.rows.rows);
  LearnOptions how{.kernel_view = all_rows <= most_rows_for_kernel};
  how.seen = see_rows(rows, room.task, options, how.kernel_view);
  finding = MetricFinding{
      .links = compare_held_out(without, bits_when_learned(room, plain, rows, how, options, progress))};
  const bool asked = options.search.metric == MetricUse::learned;
  // One standard error would be too much to ask: the few links that teach the most are too few to show it.
  finding->used = !progress.stopped() && (asked || finding->links.gain() > 0);
  if (!finding->used) return std::nullopt;
  Learned learned = learn_from_links(rows, room.task, options, progress, how);
  if (progress.stopped()) return finding.reset(), std::nullopt;
  finding->by_columns = learned.by_columns;
  for (std::size_t c = 0; c < learned.column_weights.size(); ++c)
    finding->column_weights.push_back({column_name(room.rows.rows, c), learned.column_weights[c]});
  return learned;
}

/// Learns on some rows of a large table; the plain clusters are those of all rows.
std::optional<Learned> learn_on_sample(const Classroom& all, const Clusters& plain, const Options& options,
                                       ProgressGate& progress, std::optional<MetricFinding>& finding) {
  Random random(options.seed, 3);
  const std::size_t row_count = all.rows.rows.rows;
  const LinkedSample sample = linked_sample(all.task.said, row_count, rows_of_sample, most_links, random);
  const Table rows = taken_rows(all.rows.rows, sample.rows);
  const Constraints constraints = propagate(sample.said, rows.rows, OnConflict::drop);
  const NeighbourChain built = neighbour_chain(rows, chain_options(options, rows.rows), progress);
  const Spectrum spectrum =
      spectrum_for(built.chain, enough_pairs(options.cluster_count()), options, progress);
  if (progress.stopped()) return std::nullopt;
  const Classroom room{{rows, built.sigma}, built.chain, spectrum, {sample.said, constraints}};
  Clusters plain_of_sample;
  for (const std::uint32_t row : sample.rows) plain_of_sample.push_back(plain[row]);
  auto learned = learn_in(room, row_count, plain_of_sample, options, progress, finding);
  if (learned) learned->start.clear();
  return learned;
}

}  // namespace

std::optional<LearnedData> choose_metric(const SparseChain& chain, const Spectrum& spectrum,
                                         const RowsOfTable& rows, const SearchTask& task,
                                         const Options& options, ProgressGate& progress,
                                         std::optional<MetricFinding>& finding) {
  if (!is_wanted(task, options)) return std::nullopt;
  const Classroom all{rows, chain, spectrum, task};
  const Clusters plain = clusters_without_links(all, options, progress);
  if (progress.stopped()) return std::nullopt;
  const bool few = rows.rows.rows <= most_rows && task.said.links.size() <= most_links;
  auto learned = few ? learn_in(all, rows.rows.rows, plain, options, progress, finding)
                     : learn_on_sample(all, plain, options, progress, finding);
  if (!learned) return std::nullopt;
  const std::size_t columns = learned->map.columns_out();
  require_memory(rows.rows.rows * columns * sizeof(double) +
                     neighbour_chain_memory(rows.rows.rows, columns, learned_chain_options(options)),
                 options.memory_limit, "a chain by learned distances",
                 "use " + setting("metric", "euclidean"));
  Table mapped = learned->map.apply(rows.rows);
  NeighbourChain built = learned_chain(mapped, options, progress);
  if (progress.stopped()) return finding.reset(), std::nullopt;
  return LearnedData{std::move(learned->map), std::move(mapped), std::move(built), std::move(learned->start)};
}

std::vector<std::uint32_t> clusters_at_once(const SparseChain& chain, const Spectrum& spectrum,
                                            const RowsOfTable* rows, const SearchTask& task,
                                            const Options& options, ProgressGate& progress) {
  const auto [must, cannot] = count_kinds(task.said.links);
  if (rows != nullptr && std::min(must, cannot) > 0 && is_wanted(task, options)) {
    auto learned =
        learn_from_links(matrix_of_rows(rows->rows, 0, rows->rows.rows), task, options, progress, {0, true});
    if (!progress.stopped()) return std::move(learned.start);
  }
  return quick_clusters(chain, spectrum, rows, task, options, progress);
}

Choice choose_when_learned(const SparseChain& chain, Spectrum spectrum, RowsOfTable rows,
                           const SearchTask& task, const Options& options, ProgressGate& progress,
                           const WarmStart& kept) {
  rows.learned = true;
  const Options learned = options_when_learned(options);
  SearchTask spread = task;
  spread.terms.push_back(spread_over(chain, task.said));
  return choose(chain, std::move(spectrum), &rows, spread, learned, progress, kept);
}

}  // namespace comac
