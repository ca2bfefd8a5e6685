// SPDX-License-Identifier: MIT
#include "cost/xlog2x.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.hpp"

namespace comac {
namespace {

void expect_close(double t) {
  const long double log2 = std::log2(static_cast<long double>(t));
  const double allowed = 3e-16 * (1 + static_cast<double>(std::abs(log2))) * t;
  ASSERT_LE(std::abs(static_cast<double>(xlog2x(t) - t * log2)), allowed) << t;
}

TEST(Xlog2x, AgreesWithTheLogarithmOverTheWholeRange) {
  Random random(1);
  for (int exponent = -999; exponent <= 1000; ++exponent) {
    for (int i = 0; i < 200; ++i) expect_close(std::ldexp(1 + random.uniform(), exponent));
  }
}

TEST(Xlog2x, AgreesWhereTheExponentTurnsOver) {
  for (double t = 0.5; t <= 2; t *= std::sqrt(2.0)) {
    double up = t, down = t;
    for (int i = 0; i < 100; ++i) {
      expect_close(up = std::nextafter(up, 4)), expect_close(down = std::nextafter(down, 0));
    }
  }
}

TEST(Xlog2x, IsExactForPowersOfTwo) {
  EXPECT_EQ(xlog2x(1), 0);
  for (int e = -900; e <= 900; e += 100) EXPECT_EQ(xlog2x(std::ldexp(1, e)), std::ldexp(e, e));
}

TEST(Xlog2x, IsZeroForNothingAndLess) {
  for (const double t : {0.0, -0.0, -1e-18, -1.0, -1e300, std::numeric_limits<double>::denorm_min(),
                         std::numeric_limits<double>::min(), 1e-305}) {
    EXPECT_EQ(xlog2x(t), 0) << t;
  }
}

TEST(Log2, AgreesWithTheLogarithmAtEveryLength) {
  Random random(3);
  for (std::size_t count = 0; count <= 40; ++count) {
    std::vector<double> t(count + 1, 77);
    for (std::size_t i = 0; i < count; ++i)
      t[i] = std::ldexp(1 + random.uniform(), static_cast<int>(random.below(1999)) - 999);
    std::vector<double> out = t;
    log2_of(out.data(), count);
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_NEAR(out[i], std::log2(t[i]), 3e-16 * (1 + std::abs(std::log2(t[i])))) << t[i];
    ASSERT_EQ(out[count], 77) << "wrote beyond the end";
  }
}

/// Numbers as they occur in tables: many magnitudes, zeros, a hair below zero.
std::vector<double> mixed(Random& random, std::size_t count) {
  std::vector<double> values(count);
  for (double& v : values) {
    const auto kind = random.below(8);
    v = kind == 0 ? 0 : kind == 1 ? -1e-18 * random.uniform() : std::exp(-30 * random.uniform());
  }
  return values;
}

/// Eight running sums and their tree, as promised for every vector width.
double lane_sum(const std::vector<double>& terms) {
  double lane[8] = {};
  for (std::size_t i = 0; i < terms.size(); ++i) lane[i % 8] += xlog2x(terms[i]);
  return ((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7]));
}

TEST(Xlog2x, VectorsHaveTheBitsOfScalars) {
  Random random(2);
  for (std::size_t count = 0; count <= 40; ++count) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      const auto t = mixed(random, count), w = mixed(random, count);
      std::vector<double> out(count + 1, 77);
      xlog2x(t.data(), out.data(), count);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(out[i], xlog2x(t[i]));
      ASSERT_EQ(out[count], 77) << "wrote beyond the end";
      ASSERT_EQ(sum_xlog2x(t.data(), count), lane_sum(t));
      for (const double step : {1.0, -1.0}) {
        auto shifted = t;
        for (std::size_t i = 0; i < count; ++i) shifted[i] += step * w[i];
        ASSERT_EQ(sum_xlog2x_shifted(t.data(), w.data(), step, count), lane_sum(shifted));
      }
    }
  }
}

}  // namespace
}  // namespace comac
