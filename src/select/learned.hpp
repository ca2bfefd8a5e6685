// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/progress_gate.hpp"
#include "chain/neighbour_chain.hpp"
#include "comac/options.hpp"
#include "optimise/search_plan.hpp"
#include "select/metric.hpp"
#include "select/views.hpp"

namespace comac {

/// What links teach about the distances of rows.
struct Learned {
  LearnedMap map;
  std::vector<std::uint32_t> start;  ///< clusters of the rows that it was learned on
  double by_columns = 1;  ///< weight of the columns themselves, the rest is what a kernel sees of them
  /// How much of the learned distance of two rows each column makes up, on the average; they sum to 1.
  std::vector<double> column_weights;
};

/// The views of some rows, before anything is learned from links.
struct SeenRows;

/// How it is learned.
struct LearnOptions {
  std::size_t rounds =
      3;  ///< again from the clusters that it led to; more gained nothing that could be measured
  bool kernel_view = true;                         ///< else by the columns alone
  std::shared_ptr<const SeenRows> seen = nullptr;  ///< as see_rows() made them; made anew if there are none
};

/// What learn_from_links() begins with, for those who learn from several sets of links.
std::shared_ptr<const SeenRows> see_rows(const Eigen::MatrixXd& rows, const SearchTask& task,
                                         const Options& options, bool kernel_view);

/// Learns a metric in each view from the links of the task, which must be of both kinds, then again from the
/// clusters that these led to. Rows are columns of `rows`; a few thousand are enough.
Learned learn_from_links(const Eigen::MatrixXd& rows, const SearchTask& task, const Options& options,
                         ProgressGate& progress, const LearnOptions& how = {});

/// The chain of rows that a learned map has gone over, and how it is made: wide, since links teach best what
/// is seen from afar.
NeighbourChainOptions learned_chain_options(const Options& options);
NeighbourChain learned_chain(const TableView& mapped, const Options& options, ProgressGate& progress);

/// What a search on such a chain minimises and where: the steps that it takes, the links spread over it.
Options options_when_learned(Options options);
TermMaker spread_over(const SparseChain& chain, const SideInformation& said);

}  // namespace comac
