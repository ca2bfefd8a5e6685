// SPDX-License-Identifier: MIT
#include "report/axis.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace comac {
namespace {

std::vector<std::string> texts(const Scale1D& scale) {
  std::vector<std::string> result;
  for (const auto& tick : scale.ticks()) result.push_back(tick.text);
  return result;
}

using Texts = std::vector<std::string>;

TEST(Scale, PutsTicksAtRoundNumbers) {
  EXPECT_EQ(texts(Scale1D({}, 0, 1, 5)), (Texts{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(texts(Scale1D({}, -1.3, 2.9, 5)), (Texts{"−1", "0", "1", "2"}));
  EXPECT_EQ(texts(Scale1D({}, 0, 123456, 5)), (Texts{"0", "50,000", "100,000"}));
  EXPECT_EQ(texts(Scale1D({}, 0.701, 0.744, 4)), (Texts{"0.72", "0.74"}));
}

TEST(Scale, KeepsToWholeNumbersWhereAsked) {
  Axis sweeps;
  sweeps.whole = true;
  EXPECT_EQ(texts(Scale1D(sweeps, 0, 2, 8)), (Texts{"0", "1", "2"}));
}

TEST(Scale, CountsDecadesOnALogarithmicAxis) {
  Axis axis;
  axis.logarithmic = true;
  EXPECT_EQ(texts(Scale1D(axis, 1, 10000, 5)), (Texts{"1", "10", "100", "1,000", "10,000"}));
  EXPECT_EQ(texts(Scale1D(axis, 1, 10, 5)), (Texts{"1", "2", "5", "10"}));
  Scale1D scale(axis, 1, 100, 5);
  scale.place(0, 200);
  EXPECT_DOUBLE_EQ(scale(10), 100);
}

TEST(Scale, MapsTheRangeAndObeysBounds) {
  Axis axis;
  axis.low = 0;
  Scale1D scale(axis, 5, 10, 5);
  scale.place(300, 100);
  EXPECT_DOUBLE_EQ(scale(0), 300);
  EXPECT_DOUBLE_EQ(scale(5), 200);
  EXPECT_DOUBLE_EQ(scale(10), 100);
}

TEST(Scale, TakesValuesThatDifferByRounding) {
  for (const double value : {3.0, 3.2e-16, -1e9}) {
    const Scale1D scale({}, value, std::nextafter(value, INFINITY), 5);
    EXPECT_FALSE(scale.ticks().empty());
    EXPECT_LT(scale.ticks().size(), 12U);
  }
}

TEST(Scale, TakesOneValueAndNone) {
  for (const double value : {0.0, 3.0, -1e-12, 1e15}) {
    Scale1D scale({}, value, value, 5);
    scale.place(0, 100);
    EXPECT_NEAR(scale(value), 50, 1e-9);
    EXPECT_FALSE(scale.ticks().empty());
    EXPECT_LT(scale.ticks().size(), 12U);
  }
  EXPECT_FALSE(Scale1D({}, INFINITY, -INFINITY, 5).ticks().empty());
}

}  // namespace
}  // namespace comac
