// SPDX-License-Identifier: MIT
#include "report/bars.hpp"

#include <algorithm>

#include "report/style.hpp"
#include "report/text.hpp"

namespace comac {
namespace {

constexpr double row_height = 28;
constexpr std::size_t name_limit = 26;

struct Columns {
  double names = 0, bars = 0;  ///< widths
  double greatest = 0;
};

Columns lay_out(const BarChart& chart) {
  Columns columns;
  double texts = 0;
  for (const auto& bar : chart.bars) {
    columns.names = std::max(columns.names, text_width(shorten(bar.name, name_limit)));
    texts = std::max(texts, text_width(bar.text));
    columns.greatest = std::max(columns.greatest, bar.value);
  }
  if (chart.scale > 0) columns.greatest = chart.scale;
  columns.bars = std::max(40.0, chart.width - columns.names - texts - 24);
  return columns;
}

/// From value - error to value + error, as far as there is room.
std::string whisker(const Bar& bar, const Columns& columns, double start, double y) {
  if (bar.error <= 0 || columns.greatest <= 0) return "";
  const auto place = [&](double value) {
    return start + columns.bars * std::clamp(value / columns.greatest, 0.0, 1.0);
  };
  const double from = place(bar.value - bar.error), to = place(bar.value + bar.error);
  return svg_line(from, y, to, y, "whisker") + svg_line(from, y - 4, from, y + 4, "whisker") +
         svg_line(to, y - 4, to, y + 4, "whisker");
}

std::string axis(const BarChart& chart, const Columns& columns, double start, double top, double bottom) {
  constexpr int steps = 4;
  std::string body;
  for (int i = 0; i <= steps; ++i) {
    const double x = start + columns.bars * i / steps;
    body += svg_line(x, top, x, bottom, "grid") +
            svg_text(x, bottom + 16, format_number(chart.scale * i / steps), "quiet", Anchor::middle);
  }
  return body;
}

}  // namespace

Drawing draw(const BarChart& chart) {
  const Columns columns = lay_out(chart);
  Drawing drawing{chart.width, chart.title.empty() ? 4.0 : 32.0, ""};
  if (!chart.title.empty()) drawing.body += svg_text(0, 18, chart.title, "title");
  const double start = columns.names + 10, top = drawing.height;
  for (const auto& bar : chart.bars) {
    const double y = drawing.height;
    const double length = columns.greatest > 0 ? columns.bars * bar.value / columns.greatest : 0;
    drawing.body += svg_text(columns.names, y + 17, shorten(bar.name, name_limit), "", Anchor::end);
    drawing.body += svg_rectangle(start, y + 4, columns.bars, row_height - 10, "track");
    drawing.body +=
        svg_group(colour_attribute(bar.style), svg_rectangle(start, y + 4, length, row_height - 10, "bar"));
    drawing.body += whisker(bar, columns, start, y + 4 + (row_height - 10) / 2);
    drawing.body += svg_text(start + columns.bars + 8, y + 17, bar.text, "quiet");
    drawing.height += row_height;
  }
  if (chart.scale > 0) {
    drawing.body += axis(chart, columns, start, top, drawing.height);
    drawing.height += 24;
  }
  return drawing;
}

}  // namespace comac
