// SPDX-License-Identifier: MIT
#include "report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/style.hpp"
#include "report/text.hpp"

namespace comac {
namespace {

std::string class_attribute(std::string_view kind) {
  return kind.empty() ? "" : fmt::format(" class=\"{}\"", kind);
}

std::string wrap(const Drawing& drawing, std::string_view description, std::string_view style) {
  const std::string text = escape(description);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" aria-label=\"{}\" "
      "viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\">{}{}</svg>\n",
      text, coordinate(drawing.width), coordinate(drawing.height), coordinate(drawing.width),
      coordinate(drawing.height), style, drawing.body);
}

}  // namespace

std::string coordinate(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string inline_svg(const Drawing& drawing, std::string_view description) {
  return wrap(drawing, description, "");
}

std::string inline_svg(const Drawing& drawing, std::string_view description, const std::vector<Spot>& spots) {
  std::string labels;
  for (const Spot& spot : spots) {
    const double x = 100 * spot.x / drawing.width, y = 100 * spot.y / drawing.height;
    const std::string_view side = x > 65 ? " class=\"left\"" : x < 35 ? " class=\"right\"" : "";
    labels += fmt::format(
        "<label{} style=\"left:{:.2f}%;top:{:.2f}%\"><input type=\"radio\" "
        "name=\"row\"/><span{}>{}</span></label>\n",
        side, x, y, y < 30 ? " class=\"below\"" : "", escape(spot.text));
  }
  return fmt::format("<div class=\"plot\">\n{}<div class=\"spots\">\n{}</div>\n</div>\n",
                     inline_svg(drawing, description), labels);
}

std::string standalone_svg(const Drawing& drawing, std::string_view description) {
  return wrap(drawing, description, fmt::format("<style>{}</style>", chart_style()));
}

Drawing grid(const std::vector<Drawing>& drawings, std::size_t columns) {
  Drawing result;
  double x = 0, y = 0, row_height = 0;
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    if (i > 0 && i % columns == 0) {
      y += row_height;
      x = row_height = 0;
    }
    const auto move = fmt::format("transform=\"translate({} {})\"", coordinate(x), coordinate(y));
    result.body += svg_group(move, drawings[i].body);
    x += drawings[i].width;
    row_height = std::max(row_height, drawings[i].height);
    result.width = std::max(result.width, x);
    result.height = y + row_height;
  }
  return result;
}

std::string svg_text(double x, double y, std::string_view text, std::string_view kind, Anchor anchor) {
  const std::string_view place = anchor == Anchor::start    ? ""
                                 : anchor == Anchor::middle ? " text-anchor=\"middle\""
                                                            : " text-anchor=\"end\"";
  return fmt::format("<text x=\"{}\" y=\"{}\"{}{}>{}</text>", coordinate(x), coordinate(y),
                     class_attribute(kind), place, escape(text));
}

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view kind) {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>", coordinate(x1), coordinate(y1),
                     coordinate(x2), coordinate(y2), class_attribute(kind));
}

std::string svg_rectangle(double x, double y, double width, double height, std::string_view kind) {
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\"{}/>", coordinate(x),
                     coordinate(y), coordinate(width), coordinate(height), class_attribute(kind));
}

std::string svg_path(std::string_view data, std::string_view kind, std::string_view tooltip) {
  if (tooltip.empty()) return fmt::format("<path{} d=\"{}\"/>", class_attribute(kind), data);
  return fmt::format("<path{} d=\"{}\"><title>{}</title></path>", class_attribute(kind), data,
                     escape(tooltip));
}

std::string svg_group(std::string_view attributes, std::string_view inside) {
  return fmt::format("<g {}>{}</g>\n", attributes, inside);
}

std::string marker(std::size_t style, double x, double y, double radius) {
  const auto n = [](double value) { return coordinate(value); };
  const double r = radius;
  switch (style % 6) {
    case 1:  // square
      return fmt::format("M{} {}h{}v{}h{}z", n(x - .9 * r), n(y - .9 * r), n(1.8 * r), n(1.8 * r),
                         n(-1.8 * r));
    case 2:  // triangle
      return fmt::format("M{} {}l{} {}h{}z", n(x), n(y - 1.2 * r), n(1.15 * r), n(2 * r), n(-2.3 * r));
    case 3:  // diamond
      return fmt::format("M{} {}l{} {}l{} {}l{} {}z", n(x), n(y - 1.3 * r), n(1.2 * r), n(1.3 * r),
                         n(-1.2 * r), n(1.3 * r), n(-1.2 * r), n(-1.3 * r));
    case 4:  // triangle, point down
      return fmt::format("M{} {}l{} {}h{}z", n(x), n(y + 1.2 * r), n(-1.15 * r), n(-2 * r), n(2.3 * r));
    case 5:  // plus
      return fmt::format("M{} {}h{}v{}h{}v{}h{}v{}h{}v{}h{}v{}h{}z", n(x - .4 * r), n(y - 1.2 * r), n(.8 * r),
                         n(.8 * r), n(.8 * r), n(.8 * r), n(-.8 * r), n(.8 * r), n(-.8 * r), n(-.8 * r),
                         n(-.8 * r), n(-.8 * r), n(.8 * r));
    default:  // circle
      return fmt::format("M{} {}a{} {} 0 1 0 {} 0a{} {} 0 1 0 {} 0", n(x - r), n(y), n(r), n(r), n(2 * r),
                         n(r), n(r), n(-2 * r));
  }
}

double text_width(std::string_view text) { return 7 * static_cast<double>(character_count(text)); }

}  // namespace comac
