// SPDX-License-Identifier: MIT
#include "report/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/style.hpp"

namespace comac {
namespace {

double error_at(const Series& series, std::size_t i) { return series.error.empty() ? 0 : series.error[i]; }

Bounds bounds_of(const LineChart& chart) {
  Bounds bounds;
  for (const auto& series : chart.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      bounds.include(series.x[i], series.y[i] - error_at(series, i));
      bounds.include(series.x[i], series.y[i] + error_at(series, i));
    }
  }
  // A share of a logarithmic range could reach below 0.
  bounds.widen(chart.x.logarithmic ? 0 : 0.02, chart.y.logarithmic ? 0 : 0.06);
  for (const auto& mark : chart.marks) {
    bounds.x_low = std::min(bounds.x_low, mark.x);
    bounds.x_high = std::max(bounds.x_high, mark.x);
  }
  const double room_for_words = chart.marks.empty() || chart.y.logarithmic ? 0 : 0.1;
  bounds.y_high += room_for_words * (bounds.y_high - bounds.y_low);
  return bounds;
}

std::string line_data(const Series& series, const Frame& frame) {
  std::string data;
  bool pen_down = false;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const bool visible = std::isfinite(series.y[i]);
    if (visible) {
      data += fmt::format("{}{} {}", pen_down ? 'L' : 'M', coordinate(frame.x(series.x[i])),
                          coordinate(frame.y(series.y[i])));
    }
    pen_down = visible;
  }
  return data;
}

std::string error_data(const Series& series, const Frame& frame) {
  std::string data;
  for (std::size_t i = 0; i < series.error.size(); ++i) {
    if (!std::isfinite(series.y[i]) || !(series.error[i] > 0)) continue;
    const double x = frame.x(series.x[i]);
    const double low = frame.y(series.y[i] - series.error[i]), high = frame.y(series.y[i] + series.error[i]);
    data += fmt::format("M{} {}h6m-3 0V{}m-3 0h6", coordinate(x - 3), coordinate(low), coordinate(high));
  }
  return data;
}

std::string markers(const Series& series, std::size_t style, const Frame& frame) {
  std::string data;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (std::isfinite(series.y[i])) data += marker(style, frame.x(series.x[i]), frame.y(series.y[i]), 3.4);
  }
  return data;
}

std::string draw_series(const Series& series, std::size_t style, const LineChart& chart, const Frame& frame) {
  std::string inside;
  const std::string line = line_data(series, frame), errors = error_data(series, frame);
  if (!errors.empty()) inside += svg_path(errors, "error");
  if (!line.empty()) inside += svg_path(line, series.dashed ? "line dashed" : "line");
  const bool room = static_cast<double>(series.x.size()) * 9 < chart.width;
  if (room && !line.empty()) inside += svg_path(markers(series, style, frame), "point");
  return svg_group(colour_attribute(style), inside);
}

/// Words that would run into the one before are left out; their lines stay.
std::string draw_marks(const std::vector<Mark>& marks, const Frame& frame) {
  std::string body;
  double free_from = -INFINITY;
  for (const auto& mark : marks) {
    const double at = frame.x(mark.x);
    body += svg_line(at, frame.top(), at, frame.bottom(), "frame dashed");
    if (at < free_from) continue;
    body += svg_text(at + 4, frame.top() + 10, mark.text, "quiet");
    free_from = at + 8 + text_width(mark.text);
  }
  return body;
}

}  // namespace

Drawing draw(const LineChart& chart) {
  std::vector<LegendEntry> legend;
  for (std::size_t s = 0; s < chart.series.size() && chart.series.size() > 1; ++s) {
    const Series& series = chart.series[s];
    legend.push_back({series.name, series.style.value_or(s),
                      series.dashed ? LegendEntry::Swatch::dashed : LegendEntry::Swatch::line});
  }
  const Frame frame(chart, bounds_of(chart), legend);
  Drawing drawing = frame.drawing();
  drawing.body += draw_marks(chart.marks, frame);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    drawing.body += draw_series(chart.series[s], chart.series[s].style.value_or(s), chart, frame);
  }
  return drawing;
}

}  // namespace comac
