// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"
#include "comac/evaluate/description.hpp"
#include "comac/evaluate/scores.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"

namespace comac {

/// Everything that is worth telling about a run; to_json and to_html make a file of it.
struct RunReport {
  std::string version;
  std::string input;  ///< the file's name
  std::size_t rows = 0;
  std::size_t columns = 0;
  Options options;
  std::string system;  ///< which of the other systems ran, or "": the engine. The cost of another system is
                       ///< not in bits
  Result result;
  SideInformation known;
  std::vector<std::string> cluster_names;  ///< the label that each cluster carries, or ""; may be empty
  std::optional<Description> description = std::nullopt;  ///< what each cluster is
  std::optional<Scores> scores;
  std::optional<Categories> truth;
  double read_ms = 0;
  std::vector<std::string> messages;      ///< what the user was told beside the result
  std::vector<std::string> reading = {};  ///< and before: how the table was read
};

/// The name of the method that ran.
inline std::string method_name(const RunReport& report) {
  return report.system.empty() ? std::string(to_string(report.options.search.method)) : report.system;
}

/// What follows the number of a cost.
inline const char* cost_unit(const RunReport& report) { return report.system.empty() ? " bits" : ""; }

/// The run as JSON, indented, keys in a fixed order; docs/result.schema.json describes it.
std::string to_json(const RunReport& report);

/// What the page shows beside the report itself.
struct ReportView {
  const Table* table = nullptr;  ///< the features as read
  /// The rows as they were compared, scaled and reduced; without both there is no scatter.
  std::optional<TableView> prepared = std::nullopt;
  std::string x_column;  ///< both: axes of the scatter; none: the first two principal components
  std::string y_column;
  std::string command;  ///< repeats the run; may be empty
  bool brief = false;   ///< only what came out and the picture
};

/// One HTML file that needs nothing beside itself, no script, and is smaller than 5 MB whatever the input.
/// Throws Error(usage) if a chosen column does not exist.
std::string to_html(const RunReport& report, const ReportView& view);

}  // namespace comac
