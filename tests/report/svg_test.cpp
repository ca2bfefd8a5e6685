// SPDX-License-Identifier: MIT
#include "report/svg.hpp"

#include <gtest/gtest.h>

#include <set>

#include "report/markup.hpp"
#include "report/style.hpp"

namespace comac {
namespace {

using test::count_of;
using test::markup_fault;

TEST(Svg, WritesShortCoordinates) {
  EXPECT_EQ(coordinate(12), "12");
  EXPECT_EQ(coordinate(-0.04), "0");
  EXPECT_EQ(coordinate(1.25), "1.2");
  EXPECT_EQ(coordinate(-3.1), "-3.1");
}

TEST(Svg, StandsAloneWithItsStyle) {
  const Drawing drawing{100, 50, svg_text(1, 2, "a < b & \"c\"")};
  const std::string text = standalone_svg(drawing, "x \"y\" <z>");
  EXPECT_EQ(markup_fault(text), "");
  EXPECT_NE(text.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(text.find("aria-label=\"x &quot;y&quot; &lt;z&gt;\""), std::string::npos);
  EXPECT_NE(text.find("prefers-color-scheme:dark"), std::string::npos);
  EXPECT_EQ(inline_svg(drawing, "").find("<style>"), std::string::npos);
}

TEST(Svg, LaysOutSmallMultiples) {
  const Drawing wide{100, 50, "<g/>"}, tall{60, 80, "<g/>"};
  const Drawing result = grid({wide, tall, wide}, 2);
  EXPECT_EQ(result.width, 160);
  EXPECT_EQ(result.height, 130);
  EXPECT_NE(result.body.find("translate(100 0)"), std::string::npos);
  EXPECT_NE(result.body.find("translate(0 80)"), std::string::npos);
}

TEST(Svg, HasDifferentMarkers) {
  std::set<std::string> shapes;
  for (std::size_t style = 0; style < 6; ++style) shapes.insert(marker(style, 10, 10, 4));
  EXPECT_EQ(shapes.size(), 6U);
  EXPECT_EQ(marker(6, 10, 10, 4), marker(0, 10, 10, 4));
}

TEST(Style, HasAColourForEverySeries) {
  std::set<std::string> colours;
  for (std::size_t i = 0; i < 60; ++i) colours.insert(colour_attribute(i));
  EXPECT_EQ(colours.size(), 60U);
  for (std::size_t i = 0; i < palette_size; ++i) {
    EXPECT_EQ(count_of(chart_style(), ".s" + std::to_string(i) + "{color:#"), 2U) << i << ": light and dark";
  }
  EXPECT_TRUE(colour_attribute(palette_size).starts_with("style=\"color:#"));
}

}  // namespace
}  // namespace comac
