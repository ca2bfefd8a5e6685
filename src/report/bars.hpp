// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/svg.hpp"

namespace comac {

struct Bar {
  std::string name;
  double value = 0;  ///< >= 0
  std::string text;  ///< what is written beside the bar
  std::size_t style = 0;
};

/// Bars that lie, each with its name before and its value after it.
struct BarChart {
  std::string title;
  std::vector<Bar> bars;
  double width = 480;
};

Drawing draw(const BarChart& chart);

}  // namespace comac
