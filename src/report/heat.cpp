// SPDX-License-Identifier: MIT
#include "report/heat.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/style.hpp"
#include "report/text.hpp"

namespace comac {
namespace {

constexpr double gap = 2;
constexpr std::size_t row_limit = 26, column_limit = 18;
/// Tables with more columns have cells without room for a text, which then is a tooltip.
constexpr std::size_t roomy_columns = 14;

/// How large the cells are.
struct Cells {
  double width = 0, height = 30;
  bool roomy = true;
};

double widest(const std::vector<std::string>& names, std::size_t limit) {
  double width = 0;
  for (const auto& name : names) width = std::max(width, text_width(shorten(name, limit)));
  return width;
}

std::string draw_cell(const HeatCell& cell, double x, double y, const Cells& size) {
  const double shade = std::clamp(cell.shade, 0.0, 1.0);
  std::string body = svg_rectangle(x, y, size.width - gap, size.height - gap, "cell");
  if (shade > 0.005) {
    body += svg_group(fmt::format("fill-opacity=\"{:.2f}\"", shade),
                      svg_rectangle(x, y, size.width - gap, size.height - gap, "shade"));
  }
  if (!size.roomy) return body;
  return body + svg_text(x + (size.width - gap) / 2, y + 18, cell.text, shade > 0.55 ? "strong" : "",
                         Anchor::middle);
}

/// The number before a name, where there is only room for that.
std::string short_name(const std::string& name) {
  return name.substr(0, std::min(name.find(':'), std::size_t{3}));
}

Cells cells_of(const HeatTable& table) {
  if (table.column_names.size() > roomy_columns) return {20, 18, false};
  double width = std::max(46.0, widest(table.column_names, column_limit) + 16);
  for (const auto& cell : table.cells) width = std::max(width, text_width(cell.text) + 12);
  return {width, 30, true};
}

/// What a small cell says to whoever rests on it.
std::string with_title(const HeatTable& table, std::size_t row, std::size_t column, const std::string& cell) {
  const std::string& text = table.cells[row * table.column_names.size() + column].text;
  return fmt::format("<g><title>{}</title>{}</g>",
                     escape(fmt::format("{} → {}: {}", shorten(table.row_names[row], row_limit),
                                        shorten(table.column_names[column], column_limit), text)),
                     cell);
}

}  // namespace

Drawing draw(const HeatTable& table) {
  const double left = std::max(widest(table.row_names, row_limit), text_width(table.row_title)) + 14;
  const Cells size = cells_of(table);
  const double width = size.width, cell_height = size.height, baseline = size.roomy ? 18 : 12;
  const double top = (table.title.empty() ? 0.0 : 28.0) + (table.column_title.empty() ? 24.0 : 44.0);
  const auto columns = table.column_names.size();
  Drawing drawing{left + width * static_cast<double>(columns),
                  top + cell_height * static_cast<double>(table.row_names.size()), ""};
  std::string body;
  for (std::size_t c = 0; c < columns; ++c) {
    const double middle = left + width * (static_cast<double>(c) + 0.5) - gap / 2;
    const std::string& name = table.column_names[c];
    body += svg_text(middle, top - 8, size.roomy ? shorten(name, column_limit) : short_name(name),
                     size.roomy ? "" : "quiet", Anchor::middle);
  }
  for (std::size_t r = 0; r < table.row_names.size(); ++r) {
    const double y = top + cell_height * static_cast<double>(r);
    body += svg_text(left - 10, y + baseline, shorten(table.row_names[r], row_limit), "", Anchor::end);
    for (std::size_t c = 0; c < columns; ++c) {
      const std::string cell =
          draw_cell(table.cells[r * columns + c], left + width * static_cast<double>(c), y, size);
      body += size.roomy ? cell : with_title(table, r, c, cell);
    }
  }
  body += svg_text(left - 10, top - 8, table.row_title, "quiet", Anchor::end);
  if (!table.column_title.empty()) body += svg_text(left, top - 28, table.column_title, "quiet");
  if (!table.title.empty()) body += svg_text(0, 18, table.title, "title");
  drawing.body = svg_group(colour_attribute(0), body);
  return drawing;
}

}  // namespace comac
