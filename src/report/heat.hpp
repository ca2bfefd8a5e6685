// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/svg.hpp"

namespace comac {

struct HeatCell {
  double shade = 0;  ///< from 0 (none) to 1 (full colour)
  std::string text;
};

/// A table of numbers with shaded cells.
struct HeatTable {
  std::string title;
  std::string row_title;
  std::string column_title;
  std::vector<std::string> row_names;
  std::vector<std::string> column_names;
  std::vector<HeatCell> cells;  ///< row after row
};

Drawing draw(const HeatTable& table);

}  // namespace comac
