// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/frame.hpp"

namespace comac {

struct ScatterPoint {
  double x = 0;
  double y = 0;
  std::string tooltip;
};

/// Points of one colour and marker.
struct PointGroup {
  std::string name;
  std::vector<ScatterPoint> points;
  std::size_t style = 0;
};

/// A line between two points; `kind` is a class of chart_style(): must, cannot, with violated or doubted.
struct Segment {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  std::string_view kind;
  std::string tooltip;
};

/// Groups of points with, above them, segments (in an element of class "links"), rings and words (class
/// "labels"). Points without a tooltip cost about 40 bytes each.
struct ScatterChart : ChartBase {
  std::vector<PointGroup> groups;
  std::vector<Segment> segments;
  std::vector<ScatterPoint> rings;
  std::vector<ScatterPoint> warnings;      ///< rings that stand out
  std::vector<ScatterPoint> notes;         ///< words beside a place, in `tooltip`
  std::vector<ScatterPoint> numbers = {};  ///< words on a place, in `tooltip`
  std::size_t legend_limit = 24;           ///< groups beyond it are not named
};

Drawing draw(const ScatterChart& chart);
/// The same without tooltips, and where those of the points belong.
Drawing draw(const ScatterChart& chart, std::vector<Spot>& spots);

}  // namespace comac
