// SPDX-License-Identifier: MIT
// The kernels of this machine's instruction set against plain loops, bit for bit: each set gives the bits of
// these loops, so all give the same.
#include "neighbours/kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.hpp"

namespace comac {
namespace {

template <class Real>
Points<Real> random_points(Random& random, std::size_t rows, std::size_t columns) {
  Points<Real> points(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < points.width(); ++c) {
      points.row(i)[c] = c < columns ? static_cast<Real>(random.normal() * std::exp(3 * random.normal())) : 0;
    }
  }
  return points;
}

/// Sixteen lanes, folded to eight, neighbours added.
float sum_by_definition(std::vector<float> terms) {
  float lane[16] = {};
  for (std::size_t c = 0; c < terms.size(); ++c) lane[c % 16] += terms[c];
  for (std::size_t l = 0; l < 8; ++l) lane[l] += lane[l + 8];
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/// Eight lanes.
double sum_by_definition(std::vector<double> terms) {
  double lane[8] = {};
  for (std::size_t c = 0; c < terms.size(); ++c) lane[c % 8] += terms[c];
  return ((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7]));
}

template <class Real>
class Kernels : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Kernels, Reals);

TYPED_TEST(Kernels, SumsHaveTheBitsOfPlainLoops) {
  using Real = TypeParam;
  Random random(1);
  for (const std::size_t columns : {1UL, 2UL, 7UL, 8UL, 9UL, 16UL, 17UL, 40UL, 100UL}) {
    const auto points = random_points<Real>(random, 60, columns);
    for (const std::size_t count : {0UL, 1UL, 7UL, 8UL, 9UL, 31UL}) {
      std::vector<std::uint32_t> of(count);
      for (auto& row : of) row = static_cast<std::uint32_t>(random.below(60));
      const Real* x = points.row(random.below(60));
      std::vector<Real> distances(count), products(count);
      distances_to(points, x, of.data(), count, distances.data());
      products_with(points, x, of.data(), count, products.data());
      for (std::size_t n = 0; n < count; ++n) {
        std::vector<Real> squares, terms;
        for (std::size_t c = 0; c < points.width(); ++c) {
          const Real y = points.row(of[n])[c];
          squares.push_back((x[c] - y) * (x[c] - y));
          terms.push_back(x[c] * y);
        }
        EXPECT_EQ(distances[n], sum_by_definition(squares));
        EXPECT_EQ(products[n], sum_by_definition(terms));
      }
    }
  }
}

TYPED_TEST(Kernels, DistancesByColumnHaveTheBitsOfPlainLoops) {
  using Real = TypeParam;
  Random random(2);
  for (const std::size_t columns : {1UL, 3UL, 16UL, 50UL}) {
    const std::size_t width = 2 * point_lanes<Real> * 3;
    std::vector<Real> by_column(columns * width), x(columns), out(width);
    for (Real& value : by_column) value = static_cast<Real>(random.normal());
    for (Real& value : x) value = static_cast<Real>(random.normal());
    distances_by_column(by_column.data(), columns, width, x.data(), out.data());
    for (std::size_t j = 0; j < width; ++j) {
      Real sum = 0;
      for (std::size_t c = 0; c < columns; ++c) {
        sum += (by_column[c * width + j] - x[c]) * (by_column[c * width + j] - x[c]);
      }
      EXPECT_EQ(out[j], sum);
    }
  }
}

}  // namespace
}  // namespace comac
