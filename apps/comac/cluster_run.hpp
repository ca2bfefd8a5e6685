// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "comac/base/error.hpp"
#include "comac/data/read.hpp"
#include "comac/model.hpp"
#include "comac/report/report.hpp"
#include "output.hpp"

namespace comac::app {

/// The engine's options as given; checked.
Options engine_options(const Arguments& arguments);

/// What `comac cluster` works on.
struct ClusterInput {
  std::string path;
  bool is_chain = false;    ///< `transition` is what is given
  SparseMatrix transition;  ///< then the table has rows, but no values
  Dataset data;
  std::string content;  ///< of the file; only for --append
  SideInformation known;
  std::string plot_x;  ///< columns of --plot-columns, or ""
  std::string plot_y;
};

/// Reads the table or chain and all side information. Throws Error.
ClusterInput read_cluster_input(const Arguments& arguments);

/// An error of a run with the file in which its cause lies, and line and column where one cell is to blame.
Error placed_error(const Error& error, const ClusterInput& input);

/// The engine's options once the input is known: without --trust, items with confidences are judged.
Options options_for(const Arguments& arguments, const ClusterInput& input);

/// The run with what the input says about it; the result is still to come.
RunReport begin_report(const Arguments& arguments, const ClusterInput& input, const Options& options);
/// Adds names, scores and messages to a run that has its result.
void finish_report(const ClusterInput& input, RunReport& run);

/// Runs the method that was chosen, with progress on a terminal and until Ctrl-C.
Result run_system(const Arguments& arguments, const ClusterInput& input, const Options& options);

/// The page of --report.
std::string html_report(const Arguments& arguments, const RunReport& run, const ClusterInput& input,
                        const std::optional<Model>& model);

/// What each cluster is. `model` has the rows as they are compared, else they are prepared again.
Description describe_clusters(const ClusterInput& input, const std::optional<Model>& model,
                              const RunReport& run, std::size_t top);

/// "row,cluster[,label][,confidence]" for every row: the label only if labels were given, the confidence if
/// it was asked for. With --append the table itself, and these behind its columns.
std::string labels_csv(const Arguments& arguments, const RunReport& run, const ClusterInput& input);

/// What a person at a terminal sees: a few lines.
std::string summary(const RunReport& run, const Arguments& arguments);

}  // namespace comac::app
