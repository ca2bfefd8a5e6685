// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "comac/evaluate/description.hpp"
#include "evaluate/medoids.hpp"
#include "evaluate/traits.hpp"
#include "support/expect_error.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

using Rows = std::vector<std::uint32_t>;

bool meant(const Trait& trait, double value) {
  switch (trait.kind) {
    case TraitKind::above:
      return value >= trait.low;
    case TraitKind::below:
      return value <= trait.high;
    case TraitKind::between:
      return value >= trait.low && value <= trait.high;
    case TraitKind::outside:
      return value <= trait.low || value >= trait.high;
    case TraitKind::among:
      break;
  }
  return false;
}

struct Shares {
  double here = 0, elsewhere = 0;
  double apart() const { return here - elsewhere; }
};

template <class Meant>
Shares shares(const std::vector<double>& values, const Rows& cluster, std::uint32_t own, Meant is_meant) {
  double here = 0, rows = 0, elsewhere = 0, others = 0;
  for (std::size_t r = 0; r < values.size(); ++r) {
    if (!std::isfinite(values[r])) continue;
    (cluster[r] == own ? rows : others) += 1;
    (cluster[r] == own ? here : elsewhere) += is_meant(values[r]) ? 1 : 0;
  }
  return {here / rows, elsewhere / others};
}

/// The most that an interval, or the outside of one, sets a cluster apart: all are tried.
double most_apart(const std::vector<double>& values, const Rows& cluster, std::uint32_t own) {
  double most = 0;
  for (const double low : values) {
    for (const double high : values) {
      const auto inside = [&](double v) { return v >= low && v <= high; };
      const auto outside = [&](double v) { return v < low || v > high; };
      most = std::max({most, shares(values, cluster, own, inside).apart(),
                       shares(values, cluster, own, outside).apart()});
    }
  }
  return most;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

TEST(Traits, FindTheIntervalThatSetsAClusterApartTheMost) {
  Random random(5);
  std::size_t found = 0;
  for (int instance = 0; instance < 300; ++instance) {
    const std::size_t rows = test::between(random, 20, 60), clusters = test::between(random, 2, 4);
    const Rows cluster = test::random_clusters(random, rows, clusters);
    DescribedColumn column{"x", std::vector<double>(rows)};
    const bool coarse = instance % 2 == 0;  // many equal values
    for (std::size_t r = 0; r < rows; ++r) {
      const double value = random.normal() + (cluster[r] == 1 ? 3 : cluster[r] == 2 ? -1 : 0);
      column.numbers[r] = coarse ? std::round(value) : value;
      if (random.below(20) == 0) column.numbers[r] = std::numeric_limits<double>::quiet_NaN();
    }
    const auto traits = traits_of(column, cluster, clusters);
    for (std::uint32_t c = 0; c < clusters; ++c) {
      const double most = most_apart(column.numbers, cluster, c);
      if (!traits[c]) continue;
      ++found;
      const Trait& trait = *traits[c];
      EXPECT_GE(trait.apart(), 0.9 * most - 1e-12) << "a bound on one side may tell a little less";
      EXPECT_LE(trait.apart(), most + 1e-12);
      const Shares told = shares(column.numbers, cluster, c, [&](double v) { return meant(trait, v); });
      EXPECT_NEAR(told.here, trait.here, 1e-12);
      EXPECT_NEAR(told.elsewhere, trait.elsewhere, 1e-12);
      std::vector<double> here, elsewhere;
      for (std::size_t r = 0; r < rows; ++r) {
        if (std::isfinite(column.numbers[r]))
          (cluster[r] == c ? here : elsewhere).push_back(column.numbers[r]);
      }
      EXPECT_NEAR(trait.median_here, median(here), 1e-12);
      EXPECT_NEAR(trait.median_elsewhere, median(elsewhere), 1e-12);
    }
  }
  EXPECT_GT(found, 300U);
}

TEST(Traits, SayOnWhichSideOfTheOthersAClusterIs) {
  const Rows cluster{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
  const DescribedColumn column{"x", {1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24}};
  const auto traits = traits_of(column, cluster, 3);
  EXPECT_EQ(traits[0]->kind, TraitKind::below);
  EXPECT_EQ(traits[0]->high, 4);
  EXPECT_EQ(traits[1]->kind, TraitKind::between);
  EXPECT_EQ(traits[1]->low, 11);
  EXPECT_EQ(traits[1]->high, 14);
  EXPECT_EQ(traits[2]->kind, TraitKind::above);
  EXPECT_EQ(traits[2]->low, 21);
  EXPECT_EQ(traits[2]->here, 1);
  EXPECT_EQ(traits[2]->elsewhere, 0);
  const Rows split{0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0};
  EXPECT_EQ(traits_of(column, split, 2)[0]->kind, TraitKind::outside);
  EXPECT_EQ(traits_of(column, split, 2)[0]->low, 4);
  EXPECT_EQ(traits_of(column, split, 2)[0]->high, 21);
}

TEST(Traits, OfNoiseAreNone) {
  Random random(1);
  std::size_t found = 0;
  for (int instance = 0; instance < 100; ++instance) {
    DescribedColumn column{"x", std::vector<double>(300)};
    for (double& value : column.numbers) value = random.normal();
    for (const auto& trait : traits_of(column, test::random_clusters(random, 300, 3), 3))
      found += trait ? 1 : 0;
  }
  EXPECT_LT(found, 12U) << "one in a hundred, of 300";
}

TEST(Traits, NameTheCategoriesThatAreMoreFrequent) {
  Categories colours{{"red", "green", "blue"}, {}};
  Rows cluster;
  for (std::uint32_t r = 0; r < 40; ++r) {
    cluster.push_back(r / 20);
    colours.ids.push_back(r < 20 ? (r < 18 ? 0 : unknown_category) : (r < 30 ? 1 : 2));
  }
  const auto traits = traits_of({"colour", {}, {}, colours}, cluster, 2);
  EXPECT_EQ(traits[0]->kind, TraitKind::among);
  EXPECT_EQ(traits[0]->categories, std::vector<std::string>{"red"});
  EXPECT_EQ(traits[0]->here, 1) << "of rows whose colour is known";
  EXPECT_EQ(traits[1]->categories, (std::vector<std::string>{"green", "blue"}));
  EXPECT_EQ(traits[1]->elsewhere, 0);
}

TEST(Traits, OfAnOnlyClusterOrAnEmptyOneAreNone) {
  const DescribedColumn column{"x", {1, 2, 3, 4}};
  EXPECT_FALSE(traits_of(column, Rows{0, 0, 0, 0}, 1)[0]);
  EXPECT_FALSE(traits_of(column, Rows{0, 0, 0, 0}, 2)[1]);
  const DescribedColumn nothing{"x", std::vector<double>(4, NAN)};
  EXPECT_FALSE(traits_of(nothing, Rows{0, 0, 1, 1}, 2)[0]);
}

TEST(Medoid, IsTheRowNearestToAllOthers) {
  Random random(2);
  const Table table = test::random_table(random, 60, 3);
  const Rows cluster = test::random_clusters(random, 60, 3);
  const auto found = medoids(table, cluster, 4, 2);
  EXPECT_FALSE(found[3]) << "no rows";
  const auto sum = [&](std::uint32_t row) {
    double total = 0;
    for (std::uint32_t other = 0; other < 60; ++other) {
      if (cluster[other] != cluster[row]) continue;
      double squares = 0;
      for (std::size_t c = 0; c < 3; ++c)
        squares += (table.at(row, c) - table.at(other, c)) * (table.at(row, c) - table.at(other, c));
      total += std::sqrt(squares);
    }
    return total;
  };
  for (std::uint32_t row = 0; row < 60; ++row) EXPECT_LE(sum(*found[cluster[row]]), sum(row) + 1e-9);
}

TEST(Describe, RanksColumnsAndRowsOfEachCluster) {
  Result result;
  for (std::uint32_t r = 0; r < 40; ++r) {
    result.cluster.push_back(r / 20);
    result.runner_up.push_back(1 - r / 20);
    result.confidence.push_back(r == 7 ? 0.4 : r == 3 ? 0.5 : 0.95);
  }
  result.sizes = {20, 20};
  Random random(3);
  Table table = test::random_table(random, 40, 80);  // more columns than are looked at together
  for (std::size_t r = 0; r < 40; ++r) table.at(r, 70) += r < 20 ? 0 : 100, table.at(r, 2) += r < 20 ? 0 : 3;
  DescribeInput input;
  input.columns = 80;
  input.column = columns_of(table);
  input.compared = TableView(table);
  input.traits = 2;
  for (const std::size_t threads : {1, 3}) {
    input.threads = threads;
    const Description found = describe(result, input);
    ASSERT_EQ(found.clusters[0].traits.size(), 2U);
    EXPECT_EQ(found.clusters[0].traits[0].column, "column 71");
    EXPECT_EQ(found.clusters[0].traits[1].column, "column 3");
    ASSERT_EQ(found.clusters[0].border.size(), 2U);
    EXPECT_EQ(found.clusters[0].border[0].row, 7U);
    EXPECT_EQ(found.clusters[0].border[1].row, 3U);
    EXPECT_EQ(found.clusters[0].border[0].next, 1U);
    EXPECT_TRUE(found.clusters[1].border.empty());
    EXPECT_NEAR(found.clusters[1].confidence, 0.95, 1e-12);
    EXPECT_LT(*found.clusters[0].typical, 20U);
  }
}

TEST(Describe, RefusesColumnsOfOtherRows) {
  Result result;
  result.cluster = {0, 1, 1}, result.sizes = {1, 2};
  const Table two{2, 1, {1, 2}, {"x"}}, three{3, 1, {1, 2, 3}, {"x"}};
  DescribeInput input{.columns = 1, .column = columns_of(two)};
  test::expect_error(ErrorCode::data,
                     "the column 'x' has 2 values; expected one for each of the 3 rows that were clustered",
                     [&] { describe(result, input); });
  input.column = [](std::size_t) { return DescribedColumn{"c", {}, {}, Categories{{"a"}, {0, 0, 5}}}; };
  test::expect_error(ErrorCode::data, "the column 'c' has category 5, but there are 1 names",
                     [&] { describe(result, input); });
  input.column = columns_of(three), input.compared = two;
  test::expect_error(ErrorCode::data, "there are 2 rows to compare; expected the 3 that were clustered",
                     [&] { describe(result, input); });
}

}  // namespace
}  // namespace comac
