// SPDX-License-Identifier: MIT
#include "comac/data/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "comac/base/error.hpp"

namespace comac {
namespace {

double mean_radius(const Dataset& data, std::uint32_t category) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t r = 0; r < data.table.rows; ++r) {
    if (data.truth->ids[r] != category) continue;
    sum += std::hypot(data.table.at(r, 0), data.table.at(r, 1));
    ++count;
  }
  return sum / static_cast<double>(count);
}

TEST(Generate, CirclesAreThoseOfThePaper) {
  const Dataset data = generate({});
  ASSERT_EQ(data.table.rows, 180U);
  ASSERT_EQ(data.table.columns, 2U);
  ASSERT_EQ(data.table.values.size(), 360U);
  for (std::uint32_t c = 0; c < 3; ++c) EXPECT_EQ(std::ranges::count(data.truth->ids, c), 60);
  EXPECT_NEAR(mean_radius(data, 0), 0.5, 0.25);
  EXPECT_NEAR(mean_radius(data, 1), 7, 0.2);
  EXPECT_NEAR(mean_radius(data, 2), 15, 0.2);
}

TEST(Generate, CirclesHaveTheAskedNoise) {
  GenerateOptions options;
  options.rows = 3000;
  options.spread = 0.3;
  const Dataset data = generate(options);
  double squares = 0;
  for (std::size_t r = 2000; r < 3000; ++r) {
    const double off = std::hypot(data.table.at(r, 0), data.table.at(r, 1)) - 15;
    squares += off * off;
  }
  EXPECT_NEAR(std::sqrt(squares / 1000), 0.3, 0.03);
}

class GenerateShape : public testing::TestWithParam<Shape> {};

TEST_P(GenerateShape, HonoursEveryOption) {
  GenerateOptions options{.shape = GetParam(), .rows = 101, .clusters = 4, .dimensions = 5, .seed = 9};
  const Dataset data = generate(options);
  EXPECT_EQ(data.table.rows, 101U);
  EXPECT_EQ(data.table.columns, 5U);
  EXPECT_EQ(data.table.column_names.size(), 5U);
  EXPECT_EQ(data.truth->names.size(), 4U);
  EXPECT_EQ(std::ranges::count(data.truth->ids, 0U), 26);
  EXPECT_EQ(std::ranges::count(data.truth->ids, 3U), 25);
  EXPECT_TRUE(std::ranges::all_of(data.table.values, [](double v) { return std::isfinite(v); }));
}

TEST_P(GenerateShape, DependsOnTheSeedAlone) {
  GenerateOptions options{.shape = GetParam()};
  const Dataset first = generate(options);
  EXPECT_EQ(first.table.values, generate(options).table.values);
  options.seed = 2;
  EXPECT_NE(first.table.values, generate(options).table.values);
}

TEST_P(GenerateShape, NamesParseBack) { EXPECT_EQ(parse_shape(to_string(GetParam())), GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, GenerateShape,
                         testing::Values(Shape::circles, Shape::clouds, Shape::moons, Shape::blobs));

class GenerateGaussians : public testing::TestWithParam<Shape> {};

TEST_P(GenerateGaussians, LieAsFarApartAsAskedInDeviations) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const Dataset data =
        generate({.shape = GetParam(), .sizes = {4000, 4000}, .distance = 8, .spread = 2, .seed = seed});
    double middle[2] = {0, 0};
    for (std::size_t r = 0; r < 8000; ++r) middle[r / 4000] += data.table.at(r, 0) / 4000;
    EXPECT_NEAR(std::abs(middle[0] - middle[1]), 8, 0.2);
    double square = 0;
    for (std::size_t r = 0; r < 4000; ++r) square += std::pow(data.table.at(r, 0) - middle[0], 2) / 4000;
    EXPECT_LT(std::sqrt(square), 2.1) << "no direction is wider than the spread";
    EXPECT_GT(std::sqrt(square), GetParam() == Shape::blobs ? 1.9 : 0);
  }
}

INSTANTIATE_TEST_SUITE_P(All, GenerateGaussians, testing::Values(Shape::clouds, Shape::blobs));

TEST(Generate, MoonsLieOnHalfCirclesWithoutNoise) {
  const Dataset data = generate({.shape = Shape::moons, .rows = 50, .spread = 0});
  for (std::size_t r = 0; r < 25; ++r) {
    EXPECT_NEAR(std::hypot(data.table.at(r, 0), data.table.at(r, 1)), 1, 1e-12);
    EXPECT_GE(data.table.at(r, 1), 0);
    EXPECT_NEAR(std::hypot(data.table.at(r + 25, 0) - 1, data.table.at(r + 25, 1) - 0.5), 1, 1e-12);
    EXPECT_LE(data.table.at(r + 25, 1), 0.5);
  }
}

TEST(Generate, BlobsAreNearestToTheirOwnCentre) {
  const Dataset data = generate({.shape = Shape::blobs, .rows = 400, .clusters = 4, .spread = 0.5});
  std::vector<std::array<double, 2>> centre(4);
  for (std::size_t r = 0; r < 400; ++r) {
    for (std::size_t d = 0; d < 2; ++d) centre[data.truth->ids[r]][d] += data.table.at(r, d) / 100;
  }
  for (std::size_t r = 0; r < 400; ++r) {
    const auto distance = [&](const auto& c) {
      return std::hypot(data.table.at(r, 0) - c[0], data.table.at(r, 1) - c[1]);
    };
    const auto nearest = std::ranges::min_element(centre, {}, distance) - centre.begin();
    EXPECT_EQ(nearest, data.truth->ids[r]);
  }
}

TEST(Generate, MakesClassesOfTheSizesAskedForAsFarApartAsAskedFor) {
  const Dataset data = generate({.shape = Shape::blobs, .sizes = {30, 5}, .distance = 40});
  EXPECT_EQ(std::ranges::count(data.truth->ids, 0U), 30);
  EXPECT_EQ(std::ranges::count(data.truth->ids, 1U), 5);
  EXPECT_GT(
      std::hypot(data.table.at(0, 0) - data.table.at(30, 0), data.table.at(0, 1) - data.table.at(30, 1)), 20);
}

TEST(Generate, RefusesWhatCannotBe) {
  EXPECT_THROW(generate({.distance = -1}), Error);
  EXPECT_THROW(generate({.rows = 2, .clusters = 3}), Error);
  EXPECT_THROW(generate({.dimensions = 1}), Error);
  EXPECT_THROW(parse_shape("squares"), Error);
}

}  // namespace
}  // namespace comac
