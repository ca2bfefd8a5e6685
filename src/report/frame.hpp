// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "report/axis.hpp"
#include "report/svg.hpp"

namespace comac {

/// The box that data fill; starts empty.
struct Bounds {
  double x_low = INFINITY, x_high = -INFINITY;
  double y_low = INFINITY, y_high = -INFINITY;

  /// Values that are not finite are left out.
  void include(double x, double y);
  /// Adds room on all sides, as a share of the size.
  void widen(double share_x, double share_y);
};

struct LegendEntry {
  std::string name;
  std::size_t style = 0;
  enum class Swatch { marker, line, dashed } swatch = Swatch::marker;
};

/// What every chart with axes has.
struct ChartBase {
  std::string title;
  Axis x;
  Axis y;
  double width = 640;
  double height = 400;
};

/// Title, legend, grid and axes around a plot, and where a value lies in it.
class Frame {
 public:
  Frame(const ChartBase& base, const Bounds& bounds, const std::vector<LegendEntry>& legend);

  double x(double value) const { return x_(value); }
  double y(double value) const { return y_(value); }
  double top() const { return top_; }
  double bottom() const { return bottom_; }
  /// A drawing that holds all but the data.
  const Drawing& drawing() const { return drawing_; }

 private:
  void add_legend(const std::vector<LegendEntry>& legend);
  void add_axes(const ChartBase& base);

  Scale1D x_, y_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  Drawing drawing_;
};

}  // namespace comac
