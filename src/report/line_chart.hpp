// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/frame.hpp"

namespace comac {

/// One line. A y that is not finite breaks it.
struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> error;         ///< empty, or half the height of an error bar at each point
  std::optional<std::size_t> style;  ///< colour and marker; its place among the series if not given
  bool dashed = false;
};

/// A thin upright line with a word beside it.
struct Mark {
  double x = 0;
  std::string text;
};

/// Markers are drawn where there is room for them. A legend is drawn if there are several series.
struct LineChart : ChartBase {
  std::vector<Series> series;
  std::vector<Mark> marks;
};

Drawing draw(const LineChart& chart);

}  // namespace comac
