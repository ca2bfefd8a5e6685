// SPDX-License-Identifier: MIT
#include "report/frame.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/style.hpp"
#include "report/text.hpp"

namespace comac {
namespace {

constexpr double legend_row = 20;
constexpr std::size_t name_limit = 28;

std::string swatch(const LegendEntry& entry, double x, double y) {
  const bool is_line = entry.swatch != LegendEntry::Swatch::marker;
  const std::string inside =
      is_line
          ? svg_line(x, y, x + 16, y, entry.swatch == LegendEntry::Swatch::dashed ? "line dashed" : "line")
          : svg_path(marker(entry.style, x + 8, y, 5), "point");
  return svg_group(colour_attribute(entry.style), inside);
}

double widest(const std::vector<Tick>& ticks) {
  double width = 0;
  for (const auto& tick : ticks) width = std::max(width, text_width(tick.text));
  return width;
}

std::size_t tick_room(double pixels, double each) {
  return static_cast<std::size_t>(std::max(2.0, std::floor(pixels / each)));
}

}  // namespace

void Bounds::include(double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y)) return;
  x_low = std::min(x_low, x);
  x_high = std::max(x_high, x);
  y_low = std::min(y_low, y);
  y_high = std::max(y_high, y);
}

void Bounds::widen(double share_x, double share_y) {
  if (!(x_low <= x_high)) return;
  const double dx = share_x * (x_high - x_low), dy = share_y * (y_high - y_low);
  x_low -= dx;
  x_high += dx;
  y_low -= dy;
  y_high += dy;
}

Frame::Frame(const ChartBase& base, const Bounds& bounds, const std::vector<LegendEntry>& legend)
    : x_(base.x, bounds.x_low, bounds.x_high, tick_room(base.width, 85)),
      y_(base.y, bounds.y_low, bounds.y_high, tick_room(base.height, 60)),
      drawing_{base.width, base.height, ""} {
  left_ = widest(y_.ticks()) + (base.y.title.empty() ? 14 : 34);
  right_ = base.width - 24;
  top_ = 10;
  bottom_ = base.height - (base.x.title.empty() ? 26 : 46);
  if (!base.title.empty()) {
    drawing_.body += svg_text(left_, 18, base.title, "title");
    top_ = 32;
  }
  add_legend(legend);
  x_.place(left_, right_);
  y_.place(bottom_, top_);
  add_axes(base);
}

void Frame::add_legend(const std::vector<LegendEntry>& legend) {
  if (legend.empty()) return;
  double x = left_;
  double y = top_ + 6;
  for (const auto& entry : legend) {
    const std::string name = shorten(entry.name, name_limit);
    const double width = text_width(name) + 42;
    if (x > left_ && x + width > right_) {
      x = left_;
      y += legend_row;
    }
    drawing_.body += swatch(entry, x, y - 4) + svg_text(x + 22, y, name);
    x += width;
  }
  top_ = y + 14;
}

void Frame::add_axes(const ChartBase& base) {
  std::string& body = drawing_.body;
  for (const auto& tick : y_.ticks()) {
    const double at = y_(tick.value);
    body += svg_line(left_, at, right_, at, "grid");
    body += svg_text(left_ - 8, at + 4, tick.text, "quiet", Anchor::end);
  }
  for (const auto& tick : x_.ticks()) {
    const double at = x_(tick.value);
    body += svg_line(at, bottom_, at, bottom_ + 4, "frame");
    body += svg_text(at, bottom_ + 18, tick.text, "quiet", Anchor::middle);
  }
  body += svg_line(left_, bottom_, right_, bottom_, "frame");
  if (!base.x.title.empty()) {
    body += svg_text((left_ + right_) / 2, bottom_ + 38, base.x.title, "", Anchor::middle);
  }
  if (!base.y.title.empty()) {
    const auto turn =
        fmt::format("transform=\"translate(13 {}) rotate(-90)\"", coordinate((top_ + bottom_) / 2));
    body += svg_group(turn, svg_text(0, 0, base.y.title, "", Anchor::middle));
  }
  body += '\n';
}

}  // namespace comac
