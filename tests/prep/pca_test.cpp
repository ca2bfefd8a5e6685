// SPDX-License-Identifier: MIT
#include "prep/pca.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "base/random.hpp"
#include "comac/base/error.hpp"

namespace comac {
namespace {

Table random_table(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Random random(seed);
  Table table{rows, columns, std::vector<double>(rows * columns), {}};
  for (std::size_t r = 0; r < rows; ++r) {
    const double common = random.normal();
    for (std::size_t c = 0; c < columns; ++c) {
      table.at(r, c) = 5 + common + static_cast<double>(c + 1) * random.normal();
    }
  }
  return table;
}

/// Sum over rows of (a - mean a)(b - mean b), slow and obvious.
double scatter(const Table& table, std::size_t a, std::size_t b) {
  double mean_a = 0, mean_b = 0, sum = 0;
  for (std::size_t r = 0; r < table.rows; ++r) {
    mean_a += table.at(r, a) / static_cast<double>(table.rows);
    mean_b += table.at(r, b) / static_cast<double>(table.rows);
  }
  for (std::size_t r = 0; r < table.rows; ++r) sum += (table.at(r, a) - mean_a) * (table.at(r, b) - mean_b);
  return sum;
}

double total_scatter(const Table& table) {
  double sum = 0;
  for (std::size_t c = 0; c < table.columns; ++c) sum += scatter(table, c, c);
  return sum;
}

TEST(PrincipalComponents, MatchesAHandComputedCase) {
  // Scatter matrix ((20, 12), (12, 20)): eigenvalues 32 along (1, 1), 8 along (1, -1).
  const Table table{4, 2, {3, 1, 1, 3, -3, -1, -1, -3}, {}};
  const Table result = principal_components(table, 2);
  const double s = std::sqrt(0.5);
  const std::vector<double> expected = {4 * s, 2 * s, 4 * s, -2 * s, -4 * s, -2 * s, -4 * s, 2 * s};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(result.values[i], expected[i], 1e-14) << i;
  EXPECT_EQ(result.column_names, (std::vector<std::string>{"PC1", "PC2"}));
}

TEST(PrincipalComponents, MakesTheGreatestLoadingPositive) {
  // All variance lies along (1, -2): the second column has the greatest loading, so PC1 grows with it.
  const Table table{3, 2, {0, 0, 1, -2, 2, -4}, {}};
  const Table result = principal_components(table, 1);
  const double step = std::sqrt(5.0);
  EXPECT_NEAR(result.at(0, 0), step, 1e-14);
  EXPECT_NEAR(result.at(2, 0), -step, 1e-14);
}

TEST(PrincipalComponents, GivesATieToTheLowestColumn) {
  const Table table{3, 2, {0, 0, 1, -1, 2, -2}, {}};
  const Table result = principal_components(table, 1);
  EXPECT_LT(result.at(0, 0), 0);
  EXPECT_GT(result.at(2, 0), 0);
}

class Shapes : public testing::TestWithParam<std::pair<std::size_t, std::size_t>> {};

TEST_P(Shapes, GivesUncorrelatedComponentsInOrderThatKeepTheVariance) {
  const auto [rows, columns] = GetParam();
  const Table table = random_table(rows, columns, 7);
  const Table result = principal_components(table, columns);
  const double total = total_scatter(table);
  EXPECT_NEAR(total_scatter(result), total, 1e-9 * total);
  for (std::size_t a = 0; a < columns; ++a) {
    const double above = a > 0 ? scatter(result, a - 1, a - 1) : INFINITY;
    EXPECT_LE(scatter(result, a, a), above + 1e-9 * total);
    for (std::size_t b = 0; b < a; ++b) EXPECT_NEAR(scatter(result, a, b), 0, 1e-9 * total);
  }
}

INSTANTIATE_TEST_SUITE_P(TallAndWide, Shapes,
                         testing::Values(std::pair{3000, 6}, std::pair{7, 7}, std::pair{8, 30},
                                         std::pair{2, 3}, std::pair{1, 4}));

TEST(PrincipalComponents, FindsTheSameFromRowsAsFromColumns) {
  // Repeating every row keeps the directions but turns a wide table into a tall one.
  const Table wide = random_table(6, 9, 3);
  Table tall{12, 9, wide.values, {}};
  tall.values.insert(tall.values.end(), wide.values.begin(), wide.values.end());
  const Table from_rows = principal_components(wide, 5);
  const Table from_columns = principal_components(tall, 5);
  for (std::size_t i = 0; i < from_rows.values.size(); ++i) {
    EXPECT_NEAR(from_rows.values[i], from_columns.values[i], 1e-9) << i;
  }
}

TEST(PrincipalComponents, RefusesDimensionsOutsideTheColumns) {
  const Table table = random_table(5, 3, 1);
  for (const std::size_t dimensions : {0, 4}) {
    try {
      principal_components(table, dimensions);
      FAIL() << dimensions;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_EQ(std::string(error.what()),
                "found a request for " + std::to_string(dimensions) +
                    " principal components of a table with 3 columns; ask for 1 to 3");
    }
  }
}

TEST(PrincipalComponents, TakesAMillionRowsQuickly) {
  const Table table{1'000'000, 16, std::vector<double>(16'000'000, 1.5), {}};
  const auto start = std::chrono::steady_clock::now();
  const Table result = principal_components(table, 2);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(result.rows, table.rows);
  EXPECT_LT(seconds.count(), 10) << "a sanitizer build takes about 3 s, a release build 0.2 s";
}

}  // namespace
}  // namespace comac
