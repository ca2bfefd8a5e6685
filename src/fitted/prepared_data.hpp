// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "base/progress_gate.hpp"
#include "chain/dense_chain.hpp"
#include "chain/sparse_chain.hpp"
#include "comac/data/table.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"
#include "fitted/solve.hpp"
#include "prep/column_map.hpp"
#include "prep/learned_map.hpp"

namespace comac {

inline std::size_t states_of(const AnyChain& chain) {
  return std::visit([](const auto& one) { return one.states(); }, chain);
}

/// What a model stands on and all searches share: the rows as they are compared, and the chain between them.
struct PreparedData {
  ColumnMap map{0};                          ///< of no columns where the chain was given
  std::optional<Table> rows = std::nullopt;  ///< gone through the map; only if they are kept
  /// A metric that links have taught, and the rows as it sees them: the chain is that of these.
  std::optional<LearnedMap> metric = std::nullopt;
  std::optional<Table> seen = std::nullopt;
  AnyChain chain;
  Scaled scaled = {};
  double sigma = 0;             ///< of the kernel that made transitions of distances; 0 for equal weights
  double typical_distance = 0;  ///< sigma of the rows before any metric was learned
  double stationary_residual = 0;
  ChainSummary summary = {};
  double milliseconds = 0;  ///< that it took
};

/// Whether a PreparedData keeps the rows, of which it then has a table of its own.
enum class KeepRows { no, yes };

/// Prepares the table and builds the chain that the options ask for. Throws Error for bad options or data,
/// and before the long work if what is known is bad.
PreparedData prepare_data(const TableView& table, const SideInformation& known, const Options& options,
                          KeepRows keep, ProgressGate& progress);
/// The same for a transition matrix, with its zeros and without.
PreparedData prepare_data(const Table& transition, const SideInformation& known, const Options& options,
                          ProgressGate& progress);
PreparedData prepare_data(const SparseMatrix& transition, const SideInformation& known,
                          const Options& options, ProgressGate& progress);

/// Clusters on a ground that has just been built: progress goes on where that of the chain ended.
Solution solve_first(const PreparedData& ground, const SideInformation& known, const Options& options,
                     ProgressGate& progress);
/// Clusters on a ground, see solve().
Solution solve_on(const PreparedData& ground, const SideInformation& known, const Options& options,
                  ProgressGate& progress, std::span<const std::uint32_t> start = {},
                  const WarmStart& kept = {});

/// The ground with the metric that was learned on it.
PreparedData with_metric(const PreparedData& ground, LearnedData learned);
/// The rows that the chain is of.
inline const std::optional<Table>& compared_rows(const PreparedData& ground) {
  return ground.metric ? ground.seen : ground.rows;
}

}  // namespace comac
