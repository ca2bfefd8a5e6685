// SPDX-License-Identifier: MIT
// The approximate search against all distances.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "neighbours/kinds.hpp"
#include "neighbours/nearest.hpp"

namespace comac {
namespace {

using test::list_of;
using test::search_rows;

constexpr std::size_t count = 10;

/// Sorted, without the row itself, each row once, and with the distances of the definition.
void expect_sound(const Table& table, const NearestLists& lists, std::size_t i) {
  const auto list = list_of(lists, i);
  EXPECT_TRUE(std::ranges::is_sorted(list));
  std::set<std::uint32_t> rows;
  for (const auto& [distance, row] : list) {
    EXPECT_NE(row, i);
    EXPECT_TRUE(rows.insert(row).second);
    EXPECT_EQ(distance, test::distance_by_definition(table, i, row));
  }
}

/// Share of the nearest rows that are in the lists, of some 200 rows; those as near as the last count, too.
double recall_by_definition(const Table& table, const NearestLists& lists) {
  double hits = 0, all = 0;
  for (std::size_t i = 0; i < table.rows; i += 1 + table.rows / 200) {
    const double last = test::nearest_by_definition(table, i, lists.count).back().first;
    const auto found = lists.distances_of(i);
    hits += static_cast<double>(std::ranges::count_if(found, [&](double d) { return d <= last; }));
    all += static_cast<double>(lists.count);
  }
  return hits / all;
}

class KindsOfRows : public testing::TestWithParam<std::string_view> {};

TEST_P(KindsOfRows, RecallIsReachedAndListsAreSound) {
  Random random(3);
  for (const std::size_t rows : {100UL, 1500UL, 12000UL}) {
    const Table table = test::rows_of_kind(GetParam(), rows, random);
    const Nearest found = search_rows(table, count, NeighbourSearch::approximate);
    EXPECT_FALSE(found.exact);
    EXPECT_GE(found.recall, 0.95) << rows;
    EXPECT_NEAR(recall_by_definition(table, found.lists), found.recall, 0.03) << rows;
    for (std::size_t i = 0; i < rows; i += 1 + rows / 2000) expect_sound(table, found.lists, i);
  }
}

TEST_P(KindsOfRows, ListsDoNotDependOnThreads) {
  Random random(6);
  const Table table = test::rows_of_kind(GetParam(), 9000, random);  // enough for nodes that threads share
  const Nearest one = search_rows(table, count, NeighbourSearch::approximate, 1);
  for (const std::size_t threads : {2UL, 3UL, 7UL}) {
    const Nearest more = search_rows(table, count, NeighbourSearch::approximate, threads);
    EXPECT_EQ(one.lists.row, more.lists.row) << threads;
    EXPECT_EQ(one.lists.distance, more.lists.distance) << threads;
    EXPECT_EQ(one.recall, more.recall) << threads;
  }
}

INSTANTIATE_TEST_SUITE_P(, KindsOfRows, testing::ValuesIn(test::kinds_of_rows), [](const auto& tested) {
  std::string name(tested.param);
  std::erase(name, ' ');
  return name;
});

TEST(NearestGraph, GoesOnUntilTheRecallThatIsAskedFor) {
  Random random(5);
  const Table table = test::blobs(random, 6000, 24, 5, 1);
  const Nearest some = search_rows(table, count, NeighbourSearch::approximate, 2, 0.5);
  const Nearest most = search_rows(table, count, NeighbourSearch::approximate, 2, 0.99);
  EXPECT_GE(some.recall, 0.5);
  EXPECT_GE(most.recall, 0.99);
  EXPECT_LT(some.recall, most.recall);
}

TEST(NearestGraph, EndsWhereTheRecallIsOutOfReachAndSaysWhatItIs) {
  Random random(5);
  const Table table = test::random_table(random, 3000, 200);  // nothing is near anything
  const Nearest found = search_rows(table, count, NeighbourSearch::approximate, 2, 1);
  EXPECT_NEAR(found.recall, recall_by_definition(table, found.lists), 0.05);
}

}  // namespace
}  // namespace comac
