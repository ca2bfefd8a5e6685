// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "comac/data/table_view.hpp"
#include "comac/report/run_report.hpp"

namespace comac {

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
