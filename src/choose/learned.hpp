// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "chain/sparse_chain.hpp"
#include "choose/metric.hpp"
#include "choose/views.hpp"
#include "comac/base/progress.hpp"
#include "comac/options.hpp"
#include "optimise/search_plan.hpp"

namespace comac {

/// A view with the metric that was learned in it.
struct LearnedView {
  View view;
  Eigen::MatrixXd root;  ///< of the metric: distances are those of root * features
  double weight = 0;     ///< of its chain; the weights of all views sum to 1
  double in_order = 0;   ///< the share of held-out pairs in order, see share_in_order()

  Eigen::MatrixXd mapped(const Eigen::MatrixXd& rows) const { return root * view.features(rows); }
};

/// What links teach about the distances of rows.
struct LearnedSpace {
  std::vector<LearnedView> views;
  std::vector<std::uint32_t> start;  ///< clusters of the rows it was learned on; empty if only some were
};

/// Fewer links teach nothing that could be told from chance.
inline constexpr std::size_t least_links_to_learn = 12;

/// More gained nothing that could be measured.
inline constexpr std::size_t rounds_of_learning = 3;

/// Learns a metric in each view from the links of the task, then again from the clusters that these led to,
/// so many rounds. Uses at most 5000
/// rows and 2000 links. Rows are columns of `rows`. With fewer links than least_links_to_learn: nothing.
std::optional<LearnedSpace> learn_from_links(const Eigen::MatrixXd& rows, const SearchTask& task,
                                             const Options& options, ProgressGate& progress,
                                             std::size_t rounds = rounds_of_learning);

/// The chain of rows in the learned space: the weighted mean of the chains of the views.
SparseChain learned_chain(const LearnedSpace& space, const Eigen::MatrixXd& rows, const Options& options,
                          ProgressGate& progress);

/// The term that spreads links over such a chain.
TermMaker spread_over(const SparseChain& chain, const SideInformation& said);

}  // namespace comac
