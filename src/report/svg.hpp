// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace comac {

/// A picture of known size: SVG elements in a box from (0, 0) to (width, height).
struct Drawing {
  double width = 0;
  double height = 0;
  std::string body;
};

/// A place of a drawing with something to say about it.
struct Spot {
  double x = 0;
  double y = 0;
  std::string text;  ///< lines
};

/// A drawing in a page, with spots that say their text while a pointer or the keyboard's focus is on them:
/// one stop of the keyboard, from where arrows go on. Without a script.
std::string inline_svg(const Drawing& drawing, std::string_view description, const std::vector<Spot>& spots);

/// An <svg> element for a page that holds chart_style(). `description` is for those who cannot see it.
std::string inline_svg(const Drawing& drawing, std::string_view description);
/// A whole SVG file, style included.
std::string standalone_svg(const Drawing& drawing, std::string_view description);
/// Small multiples: drawings side by side, row after row.
Drawing grid(const std::vector<Drawing>& drawings, std::size_t columns);

/// A coordinate with one decimal, as short as possible.
std::string coordinate(double value);

enum class Anchor { start, middle, end };

/// Elements. `kind` is a class of chart_style(); all text is escaped here.
std::string svg_text(double x, double y, std::string_view text, std::string_view kind = "",
                     Anchor anchor = Anchor::start);
std::string svg_line(double x1, double y1, double x2, double y2, std::string_view kind);
std::string svg_rectangle(double x, double y, double width, double height, std::string_view kind);
/// A tooltip is left out where it is empty.
std::string svg_path(std::string_view data, std::string_view kind, std::string_view tooltip = "");
/// Moves and/or colours what is inside; `attributes` is written as it is.
std::string svg_group(std::string_view attributes, std::string_view inside);

/// Path data of a marker around (x, y): circle, square, triangle, diamond, .. by style.
std::string marker(std::size_t style, double x, double y, double radius);

/// About how wide a text of 12 pixels is: enough to lay out legends and margins.
double text_width(std::string_view text);

}  // namespace comac
