// SPDX-License-Identifier: MIT
#include "neighbours/distances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "support/random_instances.hpp"

namespace comac {
namespace {

std::vector<double> row_of(const Distances& distances, std::size_t i) {
  std::vector<double> out(distances.rows());
  distances.from(i, 0, out);
  return out;
}

TEST(Distances, AreThoseOfTheDefinition) {
  Random random(1);
  const Table table = test::random_table(random, 37, 5);
  const Distances distances(table);
  for (std::size_t i = 0; i < table.rows; ++i) {
    const auto row = row_of(distances, i);
    for (std::size_t j = 0; j < table.rows; ++j) {
      double sum = 0;
      for (std::size_t c = 0; c < table.columns; ++c) sum += std::pow(table.at(i, c) - table.at(j, c), 2);
      ASSERT_NEAR(row[j], sum, 1e-14 * (1 + sum));
    }
  }
}

TEST(Distances, HaveTheSameBitsEitherWayAndAreZeroForEqualRows) {
  Random random(2);
  Table table = test::random_table(random, 41, 7);
  for (double& value : table.values) value *= std::exp(20 * random.normal());
  for (std::size_t c = 0; c < table.columns; ++c) table.at(40, c) = table.at(3, c);
  const Distances distances(table);
  for (std::size_t i = 0; i < table.rows; ++i) {
    const auto from_i = row_of(distances, i);
    for (std::size_t j = 0; j < table.rows; ++j) ASSERT_EQ(from_i[j], row_of(distances, j)[i]);
    ASSERT_EQ(from_i[i], 0);
  }
  EXPECT_EQ(row_of(distances, 3)[40], 0);
}

TEST(Distances, PiecesAreThoseOfTheWhole) {
  Random random(3);
  const Distances distances(test::random_table(random, 30, 3));
  const auto whole = row_of(distances, 4);
  for (std::size_t first = 0; first < 30; ++first) {
    for (std::size_t count = 0; first + count <= 30; ++count) {
      std::vector<double> piece(count);
      distances.from(4, first, piece);
      ASSERT_TRUE(std::equal(piece.begin(), piece.end(), whole.begin() + static_cast<std::ptrdiff_t>(first)));
    }
  }
}

double sum_by_sorting(std::vector<double> values, std::size_t count) {
  std::sort(values.begin(), values.end());
  values.resize(std::min(count, values.size()));
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(SumOfSmallest, IsThatOfSorting) {
  Random random(5);
  std::vector<double> scratch;
  for (int repeat = 0; repeat < 3000; ++repeat) {
    std::vector<double> values(random.below(300));
    const std::uint64_t kinds = test::between(random, 1, 40);  // few kinds: many ties
    const bool ties = repeat % 2 == 0;
    for (double& v : values) v = ties ? static_cast<double>(random.below(kinds)) : random.uniform();
    const std::size_t count = random.below(values.size() + 5);
    ASSERT_EQ(sum_of_smallest(values, count, scratch), sum_by_sorting(values, count));
  }
}

TEST(SumOfSmallest, DoesNotTrustItsSample) {
  // Every eighth value, which the bound is guessed from, is tiny: the guess is far too low.
  std::vector<double> scratch, values(4096);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = i % 8 == 0 ? 1e-9 : 1.0 + static_cast<double>(i);
  for (const std::size_t count : {1U, 20U, 513U, 600U, 4095U, 4096U}) {
    EXPECT_EQ(sum_of_smallest(values, count, scratch), sum_by_sorting(values, count));
  }
  for (double& v : values) v = v < 1 ? 1e9 : v;  // and now far too high
  for (const std::size_t count : {1U, 20U, 513U}) {
    EXPECT_EQ(sum_of_smallest(values, count, scratch), sum_by_sorting(values, count));
  }
}

TEST(SumOfSmallest, CopesWithInfinity) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> scratch, values(100, infinity);
  values[7] = 1, values[90] = 2;
  EXPECT_EQ(sum_of_smallest(values, 2, scratch), 3);
  EXPECT_EQ(sum_of_smallest(values, 3, scratch), infinity);
}

}  // namespace
}  // namespace comac
