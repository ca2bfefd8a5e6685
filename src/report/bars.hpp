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
  double error = 0;  ///< drawn as a whisker around the end of the bar
};

/// Bars that lie, each with its name before and its value after it.
struct BarChart {
  std::string title;
  std::vector<Bar> bars;
  double width = 480;
  double scale =
      0;  ///< where bars would end that fill all the room, with an axis below; 0: the longest, none
};

Drawing draw(const BarChart& chart);

}  // namespace comac
