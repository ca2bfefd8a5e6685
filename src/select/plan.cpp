// SPDX-License-Identifier: MIT
#include "select/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "chain/spectrum.hpp"
#include "comac/base/error.hpp"
#include "optimise/multilevel.hpp"

namespace comac {
namespace {

constexpr std::size_t of_process = 8 << 20;  // threads, and starts on small levels: whatever the rows

bool speaks_of_sparse(const Options& options) {
  const Kernel kernel = options.chain.kernel;
  return (kernel != Kernel::automatic && kernel != Kernel::gaussian) ||
         options.chain.graph != GraphKind::either ||
         options.chain.neighbour_search != NeighbourSearch::automatic;
}

void check(const Options& options) {
  if (options.chain.kind == ChainKind::sparse && options.chain.relaxation > 1 && !is_own_engine(options)) {
    throw Error(ErrorCode::usage, fmt::format("{} fills a sparse chain; use {} or {}", setting("relaxation"),
                                              setting("chain", "dense"), setting("relaxation", "1")));
  }
  if (options.chain.kind == ChainKind::dense && speaks_of_sparse(options)) {
    throw Error(ErrorCode::usage, fmt::format("{}, {} and {} are for sparse chains; use {}",
                                              setting("kernel", "binary"), setting("graph", "mutual"),
                                              setting("neighbour-search"), setting("chain", "sparse")));
  }
}

bool prefers_dense(std::size_t rows, const Options& options) {
  if (options.chain.kind != ChainKind::automatic) return options.chain.kind == ChainKind::dense;
  if (is_own_engine(options) && options.chain.relaxation != 1) return false;
  return steps_at_a_time(options) > 1 || (rows <= most_dense_rows && !speaks_of_sparse(options));
}

/// Eigenvectors while they are searched, or those that were found as modes and as factors, and what is
/// charged by models of rows and of labels; a coarser chain where there are many rows.
std::size_t factor_memory(std::size_t rows, std::size_t entries, std::size_t clusters) {
  const std::size_t of_vectors = rows * enough_pairs(clusters) * sizeof(double);
  const std::size_t charged = 2 * rows * clusters * sizeof(double);
  if (rows <= most_states_at_once) return 4 * of_vectors + charged;
  return 3 * of_vectors + charged + multilevel_memory(rows, entries) / 2;
}

/// One matrix for a reversible chain, a transpose one more, a power at least three and the blocks that are
/// multiplied; and the restarts' tables.
std::size_t dense_memory(std::size_t rows, std::size_t matrices, const Options& options) {
  const bool power = steps_at_a_time(options) > 1;
  const std::size_t copies = power ? std::max<std::size_t>(matrices, 3) : matrices;
  const std::size_t tables =
      2 * options.most_count() * rows * std::min<std::size_t>(options.search.restart_count(), 64);
  const std::size_t chosen =
      is_own_engine(options)
          ? sparse_chain_memory(rows, rows * rows) + factor_memory(rows, rows * rows, options.most_count())
          : 0;
  return (copies * rows * rows + tables) * sizeof(double) + (power ? of_process : 0) + chosen;
}

/// A sparse chain and the searches on it: coarse levels, or the tables of the restarts.
std::size_t sparse_memory(std::size_t rows, std::size_t entries, const Options& options) {
  const bool keeps_states = options.search.beta != 0.5 || options.search.method == Method::comac_ann;
  const std::size_t tables = keeps_states ? rows * options.most_count() * sizeof(double) : 0;
  const std::size_t chain = sparse_chain_memory(rows, entries);
  if (options.search.method != Method::comac) {
    return chain + std::min<std::size_t>(options.search.restart_count(), 16) *
                       (tables + rows * sizeof(std::uint64_t));
  }
  const std::size_t factors = factor_memory(rows, entries, options.most_count());
  if (options.chain.relaxation != 1) return chain + factors;
  return chain + std::max(factors, multilevel_memory(rows, entries) + tables);
}

}  // namespace

bool is_own_engine(const Options& options) { return options.search.method == Method::comac; }

std::size_t steps_at_a_time(const Options& options) {
  if (is_own_engine(options) || options.chain.relaxation == automatic_relaxation) return 1;
  return options.chain.relaxation;
}

NeighbourChainOptions chain_options(const Options& options, std::size_t rows) {
  const ChainOptions& chain = options.chain;
  const bool large = rows > most_states_at_once, relaxed = is_own_engine(options) && chain.relaxation != 1;
  std::size_t neighbours = chain.neighbour_count();
  if (chain.neighbours == automatic_neighbours && relaxed && !large) neighbours /= 2;
  Kernel kernel = chain.kernel;
  if (kernel == Kernel::automatic) kernel = relaxed && large ? Kernel::adaptive : Kernel::gaussian;
  return {neighbours,   kernel,          chain.graph, chain.neighbour_search,
          options.seed, options.threads, chain.recall};
}

Plan plan_chain(const TableView& table, const Options& options) {
  check(options);
  const std::size_t rows = table.rows, columns = table.columns;
  if (prefers_dense(rows, options)) return {ChainKind::dense, rows, dense_memory(rows, 1, options), columns};
  const NeighbourChainOptions chain = chain_options(options, rows);
  return {ChainKind::sparse, rows,
          of_process + std::max(neighbour_chain_memory(rows, columns, chain),
                                sparse_memory(rows, likely_entries(rows, chain), options)),
          columns};
}

Plan plan_transition(const Table& transition, const Options& options) {
  check(options);
  const std::size_t states = transition.rows;
  const auto zeros = static_cast<std::size_t>(std::ranges::count(transition.values, 0.0));
  if (is_own_engine(options) && !prefers_dense(states, options))
    return {ChainKind::sparse, states, sparse_memory(states, 2 * (states * states - zeros), options)};
  return {ChainKind::dense, states, dense_memory(states, 3, options)};
}

Plan plan_transition(const SparseMatrix& transition, const Options& options) {
  check(options);
  const std::size_t states = transition.rows(), entries = transition.columns.size();
  if (prefers_dense(states, options)) return {ChainKind::dense, states, dense_memory(states, 3, options)};
  // Twice the entries: the transpose is kept too, on every level.
  return {ChainKind::sparse, states, sparse_memory(states, 2 * entries, options)};
}

namespace {

/// What classifiers see of each row (its columns, 24 coordinates of the chain, a cluster), and what each of
/// eight kinds and terms says of it.
std::size_t evidence_memory(const SideInformation& known, const Plan& plan, const Options& options) {
  if (known.labels.empty() || !is_own_engine(options)) return 0;
  const std::size_t k = options.most_count();
  return plan.rows * (plan.columns + 24 + 9 * k) * sizeof(double);
}

/// Labels and links as they were read, as they are believed, with what was found out about each, and in the
/// graphs that they make; links that teach a distance once more. Measured at a million links.
std::size_t memory_of(const SideInformation& known, const Options& options) {
  constexpr std::size_t of_label = 150, of_link = 280;
  const bool teaches = is_own_engine(options) && options.search.metric != MetricUse::euclidean;
  return known.labels.size() * of_label + known.links.size() * of_link * (teaches ? 2 : 1);
}

}  // namespace

std::size_t memory_with(const Plan& plan, const SideInformation& known, const Options& options) {
  return plan.memory + memory_of(known, options) + evidence_memory(known, plan, options);
}

void require_memory_of(const Plan& plan, const SideInformation& known, const Options& options) {
  const bool dense = plan.chain == ChainKind::dense;
  const std::size_t of_items = memory_of(known, options);
  if (of_items > plan.memory) {
    require_memory(plan.memory + of_items, options.memory_limit,
                   fmt::format("a chain of {} rows with {} labels and {} links", plan.rows,
                               known.labels.size(), known.links.size()),
                   "use fewer links or labels");
  }
  require_memory(memory_with(plan, known, options), options.memory_limit,
                 fmt::format("the {} chain of {} rows", dense ? "dense" : "sparse", plan.rows),
                 dense && steps_at_a_time(options) == 1 ? "use " + setting("chain", "sparse")
                 : plan.columns > plan.rows             ? "use fewer columns"
                                                        : "use fewer rows");
}

}  // namespace comac
