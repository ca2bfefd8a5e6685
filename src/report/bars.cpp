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
  columns.bars = std::max(40.0, chart.width - columns.names - texts - 24);
  return columns;
}

}  // namespace

Drawing draw(const BarChart& chart) {
  const Columns columns = lay_out(chart);
  Drawing drawing{chart.width, chart.title.empty() ? 4.0 : 32.0, ""};
  if (!chart.title.empty()) drawing.body += svg_text(0, 18, chart.title, "title");
  const double start = columns.names + 10;
  for (const auto& bar : chart.bars) {
    const double y = drawing.height;
    const double length = columns.greatest > 0 ? columns.bars * bar.value / columns.greatest : 0;
    drawing.body += svg_text(columns.names, y + 17, shorten(bar.name, name_limit), "", Anchor::end);
    drawing.body += svg_rectangle(start, y + 4, columns.bars, row_height - 10, "track");
    drawing.body +=
        svg_group(colour_attribute(bar.style), svg_rectangle(start, y + 4, length, row_height - 10, "bar"));
    drawing.body += svg_text(start + columns.bars + 8, y + 17, bar.text, "quiet");
    drawing.height += row_height;
  }
  return drawing;
}

}  // namespace comac
