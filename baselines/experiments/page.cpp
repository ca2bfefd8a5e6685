// SPDX-License-Identifier: MIT
#include "page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "blocks.hpp"
#include "report/line_chart.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace comac::experiments {
namespace {

/// With more lines than this error bars only confuse.
constexpr std::size_t most_error_bars = 4;

Drawing draw_panel(const Block::Panel& panel, const std::string& x_title, const std::string& y_title) {
  LineChart chart;
  chart.title = panel.title;
  chart.width = 520;
  chart.height = 340;
  chart.x.title = x_title;
  chart.y.title = y_title;
  for (const Block::Line& line : panel.lines) {
    Series series;
    series.name = line.series;
    series.dashed = line.published;
    for (const auto& [x, value] : line.at) {
      series.x.push_back(x);
      series.y.push_back(value.mean);
      if (panel.lines.size() <= most_error_bars) series.error.push_back(value.deviation);
    }
    chart.series.push_back(std::move(series));
  }
  return draw(chart);
}

std::string number(const Mean& value) {
  return std::isnan(value.mean) ? "–" : fmt::format("{:.3f}", value.mean);
}

/// The numbers of a panel: a row for each line.
std::string panel_table(const Block::Panel& panel) {
  std::string rows;
  for (const Block::Line& line : panel.lines) {
    std::string cells;
    for (const auto& [x, value] : line.at) cells += fmt::format("<td>{}</td>", number(value));
    rows += fmt::format("<tr><th>{}</th>{}</tr>\n", escape(line.series), cells);
  }
  std::string head;
  for (const auto& [x, value] : panel.lines.front().at) head += fmt::format("<th>{}</th>", format_number(x));
  return fmt::format("<table>\n<tr><th>{}</th>{}</tr>\n{}</table>\n", escape(panel.title), head, rows);
}

/// Where there is nothing to draw a line through, one table: a row for each panel.
std::string table_of_panels(const std::vector<Block::Panel>& panels) {
  const bool by_series = panels.front().lines.size() > 1;
  std::string head, rows;
  for (const Block::Line& line : panels.front().lines) {
    if (by_series) head += fmt::format("<th>{}</th>", escape(line.series));
    for (const auto& [x, value] : line.at)
      if (!by_series) head += fmt::format("<th>{}</th>", format_number(x));
  }
  for (const Block::Panel& panel : panels) {
    std::string cells;
    for (const Block::Line& line : panel.lines) {
      for (const auto& [x, value] : line.at) cells += fmt::format("<td>{}</td>", number(value));
    }
    rows += fmt::format("<tr><th>{}</th>{}</tr>\n", escape(panel.title), cells);
  }
  return fmt::format("<table>\n<tr><th></th>{}</tr>\n{}</table>\n", head, rows);
}

std::string block_html(const Block& block, const std::string& x_title) {
  std::vector<Block::Panel> all = block.panels;
  if (block.mean) all.push_back(*block.mean);
  const std::string heading = block.title.empty() ? "" : fmt::format("<h3>{}</h3>\n", escape(block.title));
  const bool no_lines = std::ranges::all_of(all, [](const Block::Panel& panel) {
    return panel.lines.size() == 1 ||
           std::ranges::all_of(panel.lines, [](const Block::Line& line) { return line.at.size() == 1; });
  });
  if (no_lines) return heading + table_of_panels(all);
  std::vector<Drawing> panels;
  std::string tables;
  for (const Block::Panel& panel : all) {
    panels.push_back(draw_panel(panel, x_title, block.score == Score::ari ? "ARI" : "NMI"));
    tables += panel_table(panel);
  }
  return heading +
         inline_svg(grid(panels, std::min<std::size_t>(2, panels.size())), "Lines: " + block.title) +
         fmt::format("<details><summary>Numbers</summary>\n<div class=\"columns\">{}</div>\n</details>\n",
                     tables);
}

std::string missing_note(const Figure& figure, const Sets& sets) {
  std::vector<std::string> names;
  for (const Point& point : figure.points) {
    if (point.is_published() || sets.find(point.cell.set) != nullptr) continue;
    const std::string title(set_title(point.cell.set));
    if (std::ranges::find(names, title) == names.end()) names.push_back(title);
  }
  if (names.empty()) return "";
  return fmt::format(
      "<p class=\"note warn\">Missing: {}. These sets come from the data folder (--data-dir).</p>\n",
      fmt::join(names, ", "));
}

std::string sheet_html(const Sheet& sheet) {
  const auto line = [](const std::vector<std::string>& cells, const char* tag) {
    std::string out = "<tr>";
    for (const std::string& cell : cells) out += fmt::format("<{0}>{1}</{0}>", tag, escape(cell));
    return out + "</tr>\n";
  };
  std::string rows = line(sheet.head, "th");
  for (const auto& row : sheet.rows) rows += line(row, "td");
  return fmt::format("<h3>{}</h3>\n<table>\n{}</table>\n<p class=\"quiet\">{}</p>\n", escape(sheet.title),
                     rows, escape(sheet.note));
}

std::string figure_html(const Figure& figure, const Sets& sets, const Store& store, const Scope& scope) {
  std::string content = missing_note(figure, sets);
  if (figure.extra) content += figure.extra(sets, scope).html;
  if (figure.sheets) {
    for (const Sheet& sheet : figure.sheets(figure, store, scope)) content += sheet_html(sheet);
  }
  for (const Block& block : blocks_of(figure, store, scope)) content += block_html(block, figure.x_title);
  return fmt::format(
      "<section class=\"card\" id=\"{0}\">\n<h2>{1}</h2>\n<p>{2}</p>\n{3}"
      "<p class=\"quiet\"><a href=\"{0}.csv\">{0}.csv</a></p>\n</section>\n",
      figure.name, escape(figure.title), escape(figure.text), content);
}

}  // namespace

std::string figure_csv(const Figure& figure, const Store& store, const Scope& scope) {
  std::string out = "block,panel,series,x,mean,deviation,runs\n";
  for (const Point& point : figure.points) {
    const Mean value = mean_of(point, store, scope.runs);
    if (std::isnan(value.mean)) continue;
    out += fmt::format("\"{}\",\"{}\",\"{}\",{},{:.4f},{:.4f},{}\n", point.block, point.panel, point.series,
                       point.x, value.mean, value.deviation, value.runs);
  }
  return out;
}

std::string figure_markdown(const Figure& figure, const Store& store, const Scope& scope) {
  std::string out;
  const auto line = [&](const std::vector<std::string>& cells) {
    out += fmt::format("| {} |\n", fmt::join(cells, " | "));
  };
  for (const Sheet& sheet : figure.sheets(figure, store, scope)) {
    out += fmt::format("{}**{}**\n\n", out.empty() ? "" : "\n", sheet.title);
    line(sheet.head);
    line(std::vector<std::string>(sheet.head.size(), "---"));
    for (const auto& row : sheet.rows) line(row);
    if (!sheet.note.empty()) out += fmt::format("\n{}\n", sheet.note);
  }
  return out;
}

std::string figures_page(const std::vector<Figure>& figures, const Sets& sets, const Store& store,
                         const Scope& scope) {
  std::string contents, body;
  for (const Figure& figure : figures) {
    contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", figure.name, escape(figure.title));
    body += figure_html(figure, sets, store, scope);
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; img-src data:\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<link rel=\"icon\" href=\"data:,\"/>\n<title>The paper, repeated – comac</title>\n"
      "<style>{}{}</style>\n</head>\n<body>\n<main>\n"
      "<p class=\"source\">Semi-supervised clustering via Markov aggregation</p>\n"
      "<h1>The paper’s figures, repeated</h1>\n"
      "<p>Mean NMI over {}; bars show one standard deviation. Every system sees the same draws. "
      "Dashed lines are published figures (Smieja &amp; Geiger 2017).</p>\n"
      "<ol>\n{}</ol>\n{}<footer>comac</footer>\n</main>\n</body>\n</html>\n",
      page_style(), chart_style(), counted(scope.runs, "draw"), contents, body);
}

}  // namespace comac::experiments
