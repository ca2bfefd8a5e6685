// SPDX-License-Identifier: MIT
#include "prep/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace comac {
namespace {

TEST(Zscore, MatchesHandComputedValues) {
  const Table table{3, 2, {1, 10, 2, 10, 3, 40}, {"a", "b"}};
  const Table scaled = zscore(table);
  EXPECT_EQ(scaled.column_names, table.column_names);
  const double b = 1 / std::sqrt(3.0);  // mean 20, deviation sqrt(300)
  const std::vector<double> expected = {-1, -b, 0, -b, 1, 2 * b};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(scaled.values[i], expected[i], 1e-15) << i;
}

TEST(Zscore, MakesAConstantColumnZeroInSpiteOfRounding) {
  const Table table{3, 1, {0.1, 0.1, 0.1}, {}};  // the rounded mean is not 0.1
  EXPECT_EQ(zscore(table).values, (std::vector<double>{0, 0, 0}));
}

TEST(Zscore, KeepsItsDigitsFarFromZero) {
  const Table table{3, 1, {1e9 + 1, 1e9 + 2, 1e9 + 3}, {}};
  EXPECT_EQ(zscore(table).values, (std::vector<double>{-1, 0, 1}));
}

TEST(Zscore, TakesNumbersWhoseSquaresAreNone) {
  for (const double scale : {1e308, 1e200, 1e-200, 1e-310}) {
    const auto values = zscore(Table{4, 1, {scale, -scale, scale, -scale}, {}}).values;
    const double expected = std::sqrt(0.75);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(values[i], i % 2 == 0 ? expected : -expected, 1e-15) << scale;
  }
}

TEST(Zscore, TakesTablesOfOneRowAndNone) {
  EXPECT_EQ(zscore(Table{1, 2, {3, 4}, {}}).values, (std::vector<double>{0, 0}));
  EXPECT_TRUE(zscore(Table{0, 2, {}, {}}).values.empty());
}

}  // namespace
}  // namespace comac
