// SPDX-License-Identifier: MIT
#include "prep/spread.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "prep/scale.hpp"
#include "prep/units.hpp"

namespace comac {
namespace {

Table column(std::vector<double> values) { return {values.size(), 1, values, {}}; }

/// The definition, by sorting.
double width_by_sorting(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t twentieth = values.size() / 20;
  const double low = values[twentieth], high = values[values.size() - 1 - twentieth];
  if (low < high) {
    for (double& value : values) value = std::clamp(value, low - (high - low) / 2, high + (high - low) / 2);
  }
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

std::vector<double> normal(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values(count);
  for (double& value : values) value = 7 + 3 * random.normal();
  return values;
}

TEST(Spread, IsTheDeviationOfValuesThatArePulledIn) {
  for (const std::size_t count : {3, 19, 20, 21, 200}) {
    const auto values = normal(count, count);
    EXPECT_NEAR(spreads_of(column(values))[0].width, width_by_sorting(values), 1e-12) << count;
  }
}

TEST(Spread, HardlyCaresForAFewOutliers) {
  auto values = normal(1000, 1);
  const double before = spreads_of(column(values))[0].width;
  EXPECT_NEAR(before, 3, 0.15);
  for (std::size_t i = 0; i < 40; ++i) values[i] = 1e9;
  EXPECT_NEAR(spreads_of(column(values))[0].width, before, 0.35 * before);
}

TEST(Spread, OfTwoValuesDependsOnTheirDistanceOnly) {
  std::vector<double> rare(100, 5);
  rare[3] = 9;
  for (const auto& values : {rare, std::vector<double>{5, 9, 5, 9}}) {
    const Spread spread = spreads_of(column(values))[0];
    EXPECT_NEAR(spread.width, 4 / std::numbers::sqrt2, 1e-14);
    EXPECT_EQ(spread.lowest, 5);
    EXPECT_EQ(spread.highest, 9);
  }
}

TEST(Spread, OfAColumnThatIsMostlyOneValueIsItsPlainDeviation) {
  std::vector<double> values(200, 0);
  values[0] = 1, values[1] = 2, values[2] = 3;
  EXPECT_NEAR(spreads_of(column(values))[0].width, width_by_sorting(values), 1e-14);
  EXPECT_GT(spreads_of(column(values))[0].width, 0);
}

TEST(Spread, OfConstantsIsNoneAndOfHugeNumbersIsANumber) {
  EXPECT_EQ(spreads_of(column({0.1, 0.1, 0.1}))[0].width, 0);
  for (const double scale : {1.7e308, 1e200, 1e-200, 1e-310}) {
    const double width = spreads_of(column({scale, -scale, scale / 2, 0}))[0].width;
    EXPECT_TRUE(std::isfinite(width)) << scale;
    EXPECT_GT(width / scale, 0.1) << scale;
  }
  EXPECT_EQ(spreads_of(Table{0, 2, {}, {}}).size(), 2U);
}

TEST(RobustScaling, MakesWidthsOne) {
  const auto values = normal(300, 5);
  Table table{300, 2, {}, {}};
  for (const double value : values) table.values.insert(table.values.end(), {1000 * value, 4});
  const Table scaled = Scaling::robust(spreads_of(table)).apply(table);
  const auto spreads = spreads_of(scaled);
  EXPECT_NEAR(spreads[0].width, 1, 1e-12);
  EXPECT_NEAR(spreads[0].median, 0, 1e-12);
  EXPECT_EQ(scaled.at(7, 1), 0);
}

/// A table of columns of normal numbers of these deviations.
Table table_of(const std::vector<double>& deviations, std::size_t rows = 200) {
  Random random(9);
  Table table{rows, deviations.size(), {}, {}};
  for (std::size_t r = 0; r < rows; ++r) {
    for (const double deviation : deviations) table.values.push_back(deviation * random.normal());
  }
  return table;
}

Units judged(const Table& table) { return judge_units(table, spreads_of(table)); }

TEST(Units, AreOneWhereSpreadsAreAlike) {
  EXPECT_TRUE(judged(table_of({1, 1, 1})).of_one_kind);  // z-scores
  EXPECT_TRUE(judged(table_of({10, 3})).of_one_kind);    // coordinates
  EXPECT_TRUE(judged(table_of({5})).of_one_kind);
  EXPECT_TRUE(judged(table_of({0, 0, 7})).of_one_kind);
}

TEST(Units, DifferWhereAColumnDwarfsTheOthers) {
  EXPECT_FALSE(judged(table_of({1, 1, 1, 30})).of_one_kind);
  Table narrow = table_of({1, 1, 1, 0.01});
  for (std::size_t r = 0; r < narrow.rows; ++r) narrow.at(r, 3) += 0.02 * narrow.at(r, 0);
  EXPECT_FALSE(judged(narrow).of_one_kind);
  Table incomes = table_of({20000, 10000, 1});
  incomes.column_names = {"income", "rent", "married"};
  for (std::size_t r = 0; r < incomes.rows; ++r) incomes.at(r, 2) = r % 7 == 0 ? 1 : 0;
  const Units units = judged(incomes);
  EXPECT_FALSE(units.of_one_kind);
  EXPECT_TRUE(units.why.starts_with("that of 'income' is ")) << units.why;
  EXPECT_TRUE(units.why.ends_with(" times that of 'married'")) << units.why;
}

/// Two rings in the first two columns, as wide as `size`, beside columns of noise of a deviation.
Table rings(double size, double noise, std::size_t rows = 300, std::size_t columns = 15) {
  Random random(5);
  Table table{rows, columns, {}, {}};
  for (std::size_t r = 0; r < rows; ++r) {
    const double angle = 2 * std::numbers::pi * random.uniform(), radius = r % 2 == 0 ? 1 : 2.5;
    table.values.push_back(size * (radius * std::cos(angle) + 0.05 * random.normal()));
    table.values.push_back(size * (radius * std::sin(angle) + 0.05 * random.normal()));
    for (std::size_t c = 2; c < columns; ++c) table.values.push_back(noise * random.normal());
  }
  return table;
}

TEST(Units, AreNotToldByNarrowNoise) {
  const Units units = judged(rings(1, 0.02));
  EXPECT_TRUE(units.of_one_kind);
  EXPECT_EQ(units.why, "13 are much narrower, but nothing depends on them");
  EXPECT_FALSE(judged(rings(1, 0.02, 90)).of_one_kind) << "too few rows to tell";
  EXPECT_FALSE(judged(rings(0.02, 1, 300, 6)).of_one_kind)
      << "the narrow ones tell something about one another";
  Table grouped = rings(1, 0.02);
  for (std::size_t r = 0; r < grouped.rows; ++r) grouped.at(r, 7) += r % 10 < 3 ? 0.2 : 0;
  EXPECT_FALSE(judged(grouped).of_one_kind) << "one falls into groups by itself";
  Table measured = rings(1, 0.02);
  for (std::size_t r = 0; r < measured.rows; ++r) measured.at(r, 9) += 0.03 * std::abs(measured.at(r, 1));
  EXPECT_FALSE(judged(measured).of_one_kind) << "one depends on a wide one, if not in a straight line";
}

TEST(Units, OfNarrowColumnsMayDependOnCategories) {
  Table table = rings(1, 0.02);
  table.about.assign(15, {});
  for (std::size_t c : {3, 4}) table.about[c].kind = ColumnKind::indicator;
  for (std::size_t r = 0; r < table.rows; ++r) {
    table.at(r, 3) = r % 3 == 0 ? 1 : 0, table.at(r, 4) = 1 - table.at(r, 3);
    table.at(r, 5) += r % 3 == 0 ? 0.03 : 0;
  }
  EXPECT_FALSE(judged(table).of_one_kind);
}

TEST(Units, OfPixelsAreOneThoughSomeHardlyVary) {
  Table pixels{100, 16, {}, {}};
  Random random(4);
  for (std::size_t r = 0; r < 100; ++r) {
    for (std::size_t c = 0; c < 16; ++c)
      pixels.values.push_back(c < 4 ? (r == c ? 1.0 : 0.0) + (r == c + 50 ? 0.5 : 0.0)
                                    : 16 * random.uniform());
  }
  const Units units = judged(pixels);
  EXPECT_TRUE(units.of_one_kind);
  EXPECT_TRUE(units.why.starts_with("most reach over the interval from 0 to 1")) << units.why;
}

TEST(Units, OfSharesAreOne) {
  Table shares = table_of({1, 1, 1});
  for (std::size_t r = 0; r < shares.rows; ++r) {
    shares.at(r, 0) = 0.01 + 0.001 * std::abs(std::sin(static_cast<double>(r)));
    shares.at(r, 1) = 0.5 + 0.4 * std::cos(static_cast<double>(r));
    shares.at(r, 2) = 1 - shares.at(r, 0) - shares.at(r, 1);
  }
  for (std::size_t r = 0; r < shares.rows; ++r) {
    if (shares.at(r, 2) < 0) shares.at(r, 1) += shares.at(r, 2), shares.at(r, 2) = 0;
  }
  EXPECT_EQ(judged(shares).why, "the numbers of each row sum to the same");
}

}  // namespace
}  // namespace comac
