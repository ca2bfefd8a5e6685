// SPDX-License-Identifier: MIT
#include "report/scatter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/style.hpp"
#include "report/text.hpp"

namespace comac {
namespace {

constexpr std::size_t fine_from = 200;  ///< so many bold rings would hide the points

Bounds bounds_of(const ScatterChart& chart) {
  Bounds bounds;
  for (const auto& group : chart.groups) {
    for (const auto& point : group.points) bounds.include(point.x, point.y);
  }
  bounds.widen(0.03, 0.04);
  return bounds;
}

/// Small where there are many.
double point_radius(const ScatterChart& chart) {
  std::size_t count = 0;
  for (const auto& group : chart.groups) count += group.points.size();
  return std::clamp(75 / std::sqrt(static_cast<double>(std::max<std::size_t>(1, count))), 2.0, 4.6);
}

/// Points with a tooltip are elements of their own, all others share one.
std::string draw_points(const std::vector<ScatterPoint>& points, std::string_view kind, const Frame& frame,
                        std::size_t style, double radius) {
  std::string body, shared;
  for (const auto& point : points) {
    const std::string data = marker(style, frame.x(point.x), frame.y(point.y), radius);
    if (point.tooltip.empty()) {
      shared += data;
    } else {
      body += svg_path(data, kind, point.tooltip);
    }
  }
  return shared.empty() ? body : body + svg_path(shared, kind);
}

std::string draw_segments(const ScatterChart& chart, const Frame& frame) {
  std::string body;
  for (const auto& s : chart.segments) {
    const auto data = fmt::format("M{} {}L{} {}", coordinate(frame.x(s.x1)), coordinate(frame.y(s.y1)),
                                  coordinate(frame.x(s.x2)), coordinate(frame.y(s.y2)));
    body += svg_path(data, s.kind, s.tooltip);
  }
  return body;
}

/// To the right of the place, or to the left where the edge is near.
std::string draw_notes(const ScatterChart& chart, const Frame& frame) {
  std::string body;
  for (const auto& note : chart.notes) {
    const std::string text = shorten(note.tooltip, 28);
    const double x = frame.x(note.x), y = frame.y(note.y) + 4;
    const bool fits = x + 10 + text_width(text) < chart.width;
    body += fits ? svg_text(x + 10, y, text, "note") : svg_text(x - 10, y, text, "note", Anchor::end);
  }
  return body;
}

std::string draw_numbers(const ScatterChart& chart, const Frame& frame) {
  std::string body;
  for (const auto& number : chart.numbers)
    body += svg_text(frame.x(number.x), frame.y(number.y) + 5, number.tooltip, "number", Anchor::middle);
  return body;
}

std::vector<LegendEntry> legend_of(const ScatterChart& chart) {
  std::vector<LegendEntry> legend;
  for (const auto& group : chart.groups) {
    if (legend.size() == chart.legend_limit) break;
    legend.push_back({group.name, group.style, LegendEntry::Swatch::marker});
  }
  return legend;
}

}  // namespace

Drawing draw(const ScatterChart& chart, std::vector<Spot>& spots) {
  const Frame frame(chart, bounds_of(chart), legend_of(chart));
  ScatterChart silent = chart;
  for (auto& group : silent.groups) {
    for (auto& point : group.points) {
      if (!point.tooltip.empty())
        spots.push_back({frame.x(point.x), frame.y(point.y), std::move(point.tooltip)});
      point.tooltip.clear();
    }
  }
  return draw(silent);
}

Drawing draw(const ScatterChart& chart) {
  const Frame frame(chart, bounds_of(chart), legend_of(chart));
  const double radius = point_radius(chart);
  Drawing drawing = frame.drawing();
  for (const auto& group : chart.groups) {
    drawing.body += svg_group(colour_attribute(group.style),
                              draw_points(group.points, "point", frame, group.style, radius));
  }
  drawing.body += svg_group("class=\"links\"", draw_segments(chart, frame));
  const std::string_view ring = chart.rings.size() > fine_from ? "ring fine" : "ring";
  drawing.body +=
      svg_group("class=\"labels\"", draw_points(chart.rings, ring, frame, 0, radius + 2.6) +
                                        draw_points(chart.warnings, "ring doubted", frame, 0, radius + 4) +
                                        draw_notes(chart, frame));
  drawing.body += draw_numbers(chart, frame);
  return drawing;
}

}  // namespace comac
