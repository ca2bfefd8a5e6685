// SPDX-License-Identifier: MIT
#include "neighbours/nearest.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "comac/base/error.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

using Near = std::vector<std::pair<double, std::uint32_t>>;

double squared_distance(const Table& table, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t c = 0; c < table.columns; ++c) {
    sum += (table.at(i, c) - table.at(j, c)) * (table.at(i, c) - table.at(j, c));
  }
  return sum;
}

/// All others sorted by distance, then index.
Near by_definition(const Table& table, std::size_t i, std::size_t count) {
  Near all;
  for (std::uint32_t j = 0; j < table.rows; ++j) {
    if (j != i) all.emplace_back(squared_distance(table, i, j), j);
  }
  std::sort(all.begin(), all.end());
  all.resize(std::min(count, all.size()));
  return all;
}

Near list_of(const NearestLists& lists, std::size_t i) {
  Near list;
  for (std::size_t n = 0; n < lists.count; ++n) {
    list.emplace_back(lists.distances_of(i)[n], lists.rows_of(i)[n]);
  }
  return list;
}

Nearest search(const Table& table, std::size_t count, NeighbourSearch how, std::size_t threads = 2) {
  const Progress none;
  ProgressGate gate(none);
  return nearest_rows(table, {count, how, 1, threads}, gate);
}

/// Few different values, so that many distances are equal.
Table grid(Random& random, std::size_t rows, std::size_t columns) {
  Table table{rows, columns, std::vector<double>(rows * columns), {}};
  for (double& value : table.values) value = static_cast<double>(random.below(3));
  return table;
}

RC_GTEST_PROP(Nearest, ExactSearchesBreakTiesByIndex, (std::uint64_t seed)) {
  Random random(seed);
  const Table table = grid(random, test::between(random, 1, 60), test::between(random, 1, 4));
  const std::size_t count = test::between(random, 1, 12);
  const NearestOptions options{count, NeighbourSearch::exact, 1, 2};
  const RowsDone ignore = [](std::size_t) {};
  const NearestLists tree = nearest_by_tree(table, options, ignore);
  const NearestLists scan = nearest_by_scan(table, options, ignore);
  for (std::size_t i = 0; i < table.rows; ++i) {
    const Near expected = by_definition(table, i, count);
    RC_ASSERT(list_of(tree, i) == expected);
    RC_ASSERT(list_of(scan, i) == expected);
  }
}

TEST(Nearest, ScanReachesBeyondOneBlock) {
  Random random(4);
  const Table table = test::random_table(random, 2500, 10);
  const Nearest found = search(table, 7, NeighbourSearch::exact);
  EXPECT_TRUE(found.exact);
  for (const std::size_t i : {0UL, 1023UL, 1024UL, 2499UL}) {
    EXPECT_EQ(list_of(found.lists, i), by_definition(table, i, 7));
  }
}

TEST(Nearest, ApproximateSearchFindsMostAndSaysHowMany) {
  Random random(5);
  const Table table = test::blobs(random, 3000, 12, 5);
  const Nearest found = search(table, 10, NeighbourSearch::approximate);
  EXPECT_FALSE(found.exact);
  EXPECT_GT(found.recall, 0.9);
  double hits = 0;
  for (std::size_t i = 0; i < table.rows; ++i) {
    const Near list = list_of(found.lists, i);
    EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
    const Near expected = by_definition(table, i, 10);
    for (const auto& near : list) {
      EXPECT_NE(near.second, i);
      hits += std::ranges::count(expected, near) > 0 ? 1 : 0;
    }
  }
  EXPECT_NEAR(hits / 30000, found.recall, 0.03);
}

TEST(Nearest, ApproximateSearchIsTheSameForAnyNumberOfThreads) {
  Random random(6);
  const Table table = test::blobs(random, 24000, 10, 5);  // enough rows for two shards
  const Nearest one = search(table, 5, NeighbourSearch::approximate, 1);
  const Nearest three = search(table, 5, NeighbourSearch::approximate, 3);
  EXPECT_EQ(one.lists.row, three.lists.row);
  EXPECT_EQ(one.lists.distance, three.lists.distance);
  EXPECT_EQ(one.recall, three.recall);
}

TEST(Nearest, DuplicatesByTheThousandAreNearestToEachOther) {
  Random random(7);
  for (const std::size_t columns : {2UL, 12UL}) {
    Table table = test::random_table(random, 2600, columns);
    std::fill_n(table.values.begin(), 2500 * columns, 1.5);
    for (const auto how : {NeighbourSearch::exact, NeighbourSearch::approximate}) {
      const Nearest found = search(table, 6, how);
      EXPECT_GT(found.recall, 0.9);
      for (std::size_t i = 0; i < 2500; ++i) {
        const auto near = found.lists.rows_of(i);
        EXPECT_EQ(found.lists.distances_of(i).back(), 0);
        EXPECT_EQ(std::set(near.begin(), near.end()).size(), 6U);
        EXPECT_EQ(std::ranges::count(near, i), 0);
      }
    }
  }
}

TEST(Nearest, FewRowsHaveShortLists) {
  Random random(8);
  const Table table = test::random_table(random, 4, 3);
  for (const auto how : {NeighbourSearch::exact, NeighbourSearch::approximate}) {
    const Nearest found = search(table, 19, how);
    EXPECT_EQ(found.lists.count, 3U);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(list_of(found.lists, i), by_definition(table, i, 19));
  }
  EXPECT_EQ(search(test::random_table(random, 1, 3), 19, NeighbourSearch::approximate).lists.count, 0U);
}

TEST(Nearest, StopsWhenAsked) {
  Random random(9);
  const Table table = test::random_table(random, 2000, 12);
  const Progress no = [](const ProgressEvent&) { return false; };
  for (const auto how : {NeighbourSearch::exact, NeighbourSearch::approximate}) {
    ProgressGate gate(no);
    EXPECT_THROW(nearest_rows(table, {5, how, 1, 2}, gate), Error);
  }
}

}  // namespace
}  // namespace comac
