// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "report/bars.hpp"
#include "report/heat.hpp"
#include "report/line_chart.hpp"
#include "report/markup.hpp"
#include "report/scatter.hpp"

namespace comac {
namespace {

using test::count_of;
using test::markup_fault;

constexpr const char* hostile = "</text><script>alert(\"1\" & '2')</script>";

template <class Chart>
std::string checked(const Chart& chart) {
  const std::string text = inline_svg(draw(chart), "chart");
  EXPECT_EQ(markup_fault(text), "");
  EXPECT_EQ(text.find("<script"), std::string::npos);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
  return text;
}

TEST(LineChart, DrawsSeriesWithErrorsMarksAndLegend) {
  LineChart chart;
  chart.title = chart.x.title = chart.y.title = hostile;
  chart.series = {{hostile, {0, 1, 2}, {1, 2, 3}, {0.1, 0.1, 0.1}, {}, false},
                  {"b", {0, 1, 2}, {3, 2, 1}, {}, 7, true}};
  chart.marks = {{1.5, hostile}};
  const std::string text = checked(chart);
  EXPECT_EQ(count_of(text, "class=\"error\""), 1U);
  EXPECT_EQ(count_of(text, "<path class=\"line"), 2U);
  EXPECT_EQ(count_of(text, "<path class=\"line dashed\""), 1U);
  EXPECT_NE(text.find("class=\"s7\""), std::string::npos);
}

TEST(LineChart, BreaksWhereAValueIsMissing) {
  LineChart chart;
  chart.series = {{"a", {0, 1, 2, 3, 4}, {1, 2, NAN, 2, 1}, {}, {}, false}};
  const std::string text = checked(chart);
  const std::size_t start = text.find("<path class=\"line\"");
  const std::string line = text.substr(start, text.find("/>", start) - start);
  EXPECT_EQ(count_of(line, "M"), 2U);
  EXPECT_EQ(count_of(line, "L"), 2U);
}

TEST(LineChart, TakesNoDataAndLogarithms) {
  LineChart chart;
  checked(chart);
  chart.series.resize(1);
  checked(chart);
  chart.x.logarithmic = chart.y.logarithmic = true;
  chart.series = {{"a", {1, 1000}, {0.001, 50}, {}, {}, false}};
  checked(chart);
}

TEST(Scatter, DrawsPointsRingsLinksAndNotes) {
  ScatterChart chart;
  chart.x.title = hostile;
  chart.groups = {{hostile, {{0, 0, hostile}, {1, 1, "row 1"}}, 0}, {"b", {{2, 2, ""}, {3, 0, ""}}, 1}};
  chart.segments = {{0, 0, 1, 1, "must violated", hostile}};
  chart.rings = {{1, 1, ""}};
  chart.notes = {{1, 1, hostile}};
  const std::string text = checked(chart);
  EXPECT_EQ(count_of(text, "<path class=\"point\""), 2U + 2U + 1U) << "legend, own elements, one shared";
  EXPECT_EQ(count_of(text, "<path class=\"ring\""), 1U);
  EXPECT_EQ(count_of(text, "<path class=\"must violated\""), 1U);
  EXPECT_EQ(count_of(text, "<title>row 1</title>"), 1U);
}

TEST(Scatter, PutsPointsWhereTheyBelong) {
  ScatterChart chart;
  chart.x.low = chart.y.low = 0;
  chart.x.high = chart.y.high = 10;
  chart.groups = {{"a", {{5, 5, ""}}, 0}};
  const Frame frame(chart, {}, {{"a", 0, LegendEntry::Swatch::marker}});
  EXPECT_NE(checked(chart).find("M" + coordinate(frame.x(5) - 4.6) + " " + coordinate(frame.y(5))),
            std::string::npos);
  EXPECT_LT(frame.x(0), frame.x(10));
  EXPECT_GT(frame.y(0), frame.y(10)) << "up is more";
}

TEST(Bars, HaveLengthsInProportion) {
  BarChart chart;
  chart.title = hostile;
  chart.bars = {{hostile, 10, hostile, 0}, {"half", 5, "5", 1}, {"none", 0, "0", 2}};
  const std::string text = checked(chart);
  std::vector<double> lengths;
  for (auto at = text.find(" rx=\"3\" class=\"bar\""); at != std::string::npos;
       at = text.find(" rx=\"3\" class=\"bar\"", at + 1)) {
    const std::size_t width = text.rfind("width=\"", at) + 7;
    lengths.push_back(std::stod(text.substr(width)));
  }
  ASSERT_EQ(lengths.size(), 3U);
  EXPECT_NEAR(lengths[0], 2 * lengths[1], 0.2);
  EXPECT_EQ(lengths[2], 0);
  checked(BarChart{});
}

TEST(Heat, ShadesCells) {
  const HeatTable table{hostile,        hostile,        hostile,
                        {hostile, "b"}, {"x", hostile}, {{0, "·"}, {0.3, hostile}, {1, "9"}, {2, "8"}}};
  const std::string text = checked(table);
  EXPECT_EQ(count_of(text, "class=\"cell\""), 4U);
  EXPECT_EQ(count_of(text, "class=\"shade\""), 3U);
  EXPECT_EQ(count_of(text, "fill-opacity=\"1.00\""), 2U) << "shades end at 1";
  EXPECT_EQ(count_of(text, "class=\"strong\""), 2U) << "light text on dark cells only";
}

}  // namespace
}  // namespace comac
