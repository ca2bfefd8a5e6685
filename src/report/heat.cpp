// SPDX-License-Identifier: MIT
#include "report/heat.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/style.hpp"
#include "report/text.hpp"

namespace comac {
namespace {

constexpr double cell_height = 30, gap = 2;
constexpr std::size_t row_limit = 26, column_limit = 18;

double widest(const std::vector<std::string>& names, std::size_t limit) {
  double width = 0;
  for (const auto& name : names) width = std::max(width, text_width(shorten(name, limit)));
  return width;
}

std::string draw_cell(const HeatCell& cell, double x, double y, double width) {
  const double shade = std::clamp(cell.shade, 0.0, 1.0);
  std::string body = svg_rectangle(x, y, width - gap, cell_height - gap, "cell");
  if (shade > 0) {
    body += svg_group(fmt::format("fill-opacity=\"{:.2f}\"", shade),
                      svg_rectangle(x, y, width - gap, cell_height - gap, "shade"));
  }
  return body +
         svg_text(x + (width - gap) / 2, y + 18, cell.text, shade > 0.55 ? "strong" : "", Anchor::middle);
}

}  // namespace

Drawing draw(const HeatTable& table) {
  const double left = std::max(widest(table.row_names, row_limit), text_width(table.row_title)) + 14;
  double width = std::max(46.0, widest(table.column_names, column_limit) + 16);
  for (const auto& cell : table.cells) width = std::max(width, text_width(cell.text) + 12);

  const double top = (table.title.empty() ? 0.0 : 28.0) + (table.column_title.empty() ? 24.0 : 44.0);
  const auto columns = table.column_names.size();
  Drawing drawing{left + width * static_cast<double>(columns),
                  top + cell_height * static_cast<double>(table.row_names.size()), ""};
  std::string body;
  for (std::size_t c = 0; c < columns; ++c) {
    const double middle = left + width * (static_cast<double>(c) + 0.5) - gap / 2;
    body += svg_text(middle, top - 8, shorten(table.column_names[c], column_limit), "", Anchor::middle);
  }
  for (std::size_t r = 0; r < table.row_names.size(); ++r) {
    const double y = top + cell_height * static_cast<double>(r);
    body += svg_text(left - 10, y + 18, shorten(table.row_names[r], row_limit), "", Anchor::end);
    for (std::size_t c = 0; c < columns; ++c) {
      body += draw_cell(table.cells[r * columns + c], left + width * static_cast<double>(c), y, width);
    }
  }
  body += svg_text(left - 10, top - 8, table.row_title, "quiet", Anchor::end);
  if (!table.column_title.empty()) body += svg_text(left, top - 28, table.column_title, "quiet");
  if (!table.title.empty()) body += svg_text(0, 18, table.title, "title");
  drawing.body = svg_group(colour_attribute(0), body);
  return drawing;
}

}  // namespace comac
