// SPDX-License-Identifier: MIT
#include "neighbours/nearest.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "comac/base/error.hpp"
#include "neighbours/kinds.hpp"

namespace comac {
namespace {

using test::list_of;
using test::nearest_by_definition;
using test::search_rows;

const RowsDone ignore = [](std::size_t) {};

/// Few different values, so that many distances are equal and many rows, too.
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
  const DistinctRows rows(table, ignore);
  const NearestLists tree = nearest_by_tree(rows, options, ignore);
  const NearestLists scan = nearest_by_scan(rows, options, ignore);
  for (std::size_t i = 0; i < table.rows; ++i) {
    const auto expected = nearest_by_definition(table, i, count);
    RC_ASSERT(list_of(tree, i) == expected);
    RC_ASSERT(list_of(scan, i) == expected);
  }
}

/// What is promised where lists see beyond equals, of a table of few different rows.
void expect_beyond_equals(const Table& table, const NearestLists& lists) {
  for (std::size_t i = 0; i < table.rows; ++i) {
    const auto rows = lists.rows_of(i);
    const std::set<std::uint32_t> different(rows.begin(), rows.end());
    EXPECT_EQ(different.size(), lists.count) << "each row once";
    EXPECT_FALSE(different.contains(static_cast<std::uint32_t>(i)));
    EXPECT_TRUE(std::ranges::is_sorted(lists.distances_of(i)));
    EXPECT_LE(std::ranges::count(lists.distances_of(i), 0.0), static_cast<long>(lists.count) / 2);
    for (std::size_t n = 0; n < lists.count; ++n)
      EXPECT_EQ(lists.distances_of(i)[n], squared_distance(table.row(i), table.row(rows[n])));
  }
}

TEST(Nearest, ListsSeeBeyondEqualsIfAsked) {
  Random random(3);
  const Table table = grid(random, 600, 2);  // nine different rows
  const DistinctRows rows(table, ignore);
  ASSERT_EQ(rows.size(), 9U);
  NearestOptions options{19, NeighbourSearch::exact, 1, 2};
  EXPECT_EQ(nearest_by_tree(rows, options, ignore).distances_of(5).back(), 0);
  options.see_beyond_equals = true;
  const NearestLists tree = nearest_by_tree(rows, options, ignore);
  expect_beyond_equals(table, tree);
  EXPECT_EQ(nearest_by_scan(rows, options, ignore).row, tree.row);
  // A table of rows that differ is what it was.
  const Table other = test::random_table(random, 200, 3);
  const DistinctRows all(other, ignore);
  const auto seen = nearest_by_tree(all, options, ignore).row;
  options.see_beyond_equals = false;
  EXPECT_EQ(nearest_by_tree(all, options, ignore).row, seen);
}

TEST(Nearest, TreesOfAnyWidthAndThreadsFindWhatAScanFinds) {
  Random random(11);
  for (std::size_t columns = 1; columns <= 8; ++columns) {
    Table table = test::random_table(random, 1500, columns);
    for (std::size_t i = 0; i < 300; ++i) table.at(i, 0) = std::round(table.at(i, 0));  // ties with a split
    const DistinctRows rows(table, ignore);
    const NearestLists scan = nearest_by_scan(rows, {9, NeighbourSearch::exact, 1, 1}, ignore);
    for (const std::size_t threads : {1UL, 3UL}) {
      const NearestLists tree = nearest_by_tree(rows, {9, NeighbourSearch::exact, 1, threads}, ignore);
      EXPECT_EQ(tree.row, scan.row) << columns;
      EXPECT_EQ(tree.distance, scan.distance) << columns;
    }
  }
}

TEST(Nearest, ScanReachesBeyondOneBlock) {
  Random random(4);
  const Table table = test::random_table(random, 2500, 10);
  const Nearest found = search_rows(table, 7, NeighbourSearch::exact);
  EXPECT_TRUE(found.exact);
  for (const std::size_t i : {0UL, 1023UL, 1024UL, 2499UL}) {
    EXPECT_EQ(list_of(found.lists, i), nearest_by_definition(table, i, 7));
  }
}

TEST(Nearest, DuplicatesByTheThousandAreNearestToEachOther) {
  Random random(7);
  for (const std::size_t columns : {2UL, 12UL}) {
    Table table = test::random_table(random, 2600, columns);
    std::fill_n(table.values.begin(), 2500 * columns, 1.5);
    for (const auto how : {NeighbourSearch::exact, NeighbourSearch::approximate}) {
      const Nearest found = search_rows(table, 6, how);
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

TEST(Nearest, ManyEqualRowsTakeNoLongerThanOne) {
  // With all pairs of them, either search would take minutes.
  Random random(10);
  for (const std::size_t columns : {2UL, 12UL}) {
    Table table = test::random_table(random, 300000, columns);
    std::fill_n(table.values.begin(), 299000 * columns, 1.5);
    const Nearest found = search_rows(table, 19, NeighbourSearch::automatic);
    EXPECT_TRUE(found.exact);
    for (const std::size_t i : {0UL, 5UL, 150000UL, 298999UL, 299500UL}) {
      EXPECT_EQ(list_of(found.lists, i), nearest_by_definition(table, i, 19));
    }
  }
}

TEST(Nearest, FewRowsHaveShortLists) {
  Random random(8);
  for (const std::size_t rows : {2UL, 4UL, 19UL, 20UL, 21UL}) {
    const Table table = test::random_table(random, rows, 3);
    for (const auto how : {NeighbourSearch::exact, NeighbourSearch::approximate}) {
      const Nearest found = search_rows(table, 19, how);
      EXPECT_EQ(found.lists.count, std::min<std::size_t>(19, rows - 1));
      for (std::size_t i = 0; i < rows; ++i) {
        EXPECT_EQ(list_of(found.lists, i), nearest_by_definition(table, i, 19));
      }
    }
  }
  EXPECT_EQ(search_rows(test::random_table(random, 1, 3), 19, NeighbourSearch::approximate).lists.count, 0U);
}

TEST(Nearest, RowsThatAreAllEqualHaveListsToo) {
  const Table table{30, 12, std::vector<double>(360, 2.5), {}};
  for (const auto how : {NeighbourSearch::exact, NeighbourSearch::approximate}) {
    const Nearest found = search_rows(table, 4, how);
    for (std::size_t i = 0; i < 30; ++i)
      EXPECT_EQ(list_of(found.lists, i), nearest_by_definition(table, i, 4));
  }
}

TEST(Nearest, StopsWhenAskedWhereverItIs) {
  Random random(9);
  const Table table = test::random_table(random, 3000, 12);
  for (const auto how : {NeighbourSearch::exact, NeighbourSearch::approximate}) {
    std::size_t calls = 0;
    const Progress count = [&](const ProgressEvent&) { return ++calls, true; };
    ProgressGate all(count);
    nearest_rows(table, {5, how, 1, 2}, all);
    for (std::size_t stop = 0; stop < 8; ++stop) {
      std::size_t left = stop * calls / 8;
      const Progress no = [&](const ProgressEvent&) { return left-- > 0; };
      ProgressGate gate(no);
      EXPECT_THROW(nearest_rows(table, {5, how, 1, 2}, gate), Error) << stop;
    }
  }
}

TEST(Nearest, MemoryIsCountedBeyond32Bits) {
  constexpr std::size_t rows = 100'000'000;
  for (const auto how : {NeighbourSearch::exact, NeighbourSearch::approximate}) {
    const std::size_t planned = nearest_memory(rows, 16, {19, how});
    EXPECT_EQ(planned, 1000 * nearest_memory(rows / 1000, 16, {19, how}));
    EXPECT_GT(planned, rows * 19 * 12);
  }
}

}  // namespace
}  // namespace comac
