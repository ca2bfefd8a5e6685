// SPDX-License-Identifier: MIT
#include "neighbours/nearest_known.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"
#include "comac/base/error.hpp"
#include "neighbours/nearest.hpp"
#include "support/expect_error.hpp"

namespace comac {
namespace {

Table random_table(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Random random(seed);
  Table table{rows, columns, std::vector<double>(rows * columns), {}};
  for (std::size_t r = 0; r < rows; ++r) {
    const double centre = 8 * static_cast<double>(r % 4);
    for (std::size_t c = 0; c < columns; ++c) table.at(r, c) = centre + random.normal();
  }
  return table;
}

/// All distances, sorted: slow and obvious.
std::vector<std::pair<double, std::uint32_t>> nearest(const Table& rows, std::size_t i, const Table& known) {
  std::vector<std::pair<double, std::uint32_t>> all;
  for (std::uint32_t k = 0; k < known.rows; ++k) {
    double distance = 0;
    for (std::size_t c = 0; c < known.columns; ++c) {
      distance += (rows.at(i, c) - known.at(k, c)) * (rows.at(i, c) - known.at(k, c));
    }
    all.emplace_back(distance, k);
  }
  std::ranges::sort(all);
  return all;
}

class NearestKnown : public testing::Test {
 protected:
  NearestLists find(const Table& rows, const Table& known, NeighbourSearch search, std::size_t threads = 1) {
    const Progress silent;
    ProgressGate gate(silent);
    const Nearest graph = nearest_rows(known, {.count = 12, .search = NeighbourSearch::exact}, gate);
    return nearest_known(
        rows, known, [&](std::size_t row) { return graph.lists.rows_of(row); },
        {.count = 10, .search = search, .threads = threads}, gate);
  }
};

TEST_F(NearestKnown, IsExactByTreeAndByScan) {
  for (const std::size_t columns : {3, 12}) {
    const Table known = random_table(300, columns, 1), rows = random_table(40, columns, 2);
    const NearestLists lists = find(rows, known, NeighbourSearch::exact);
    ASSERT_EQ(lists.count, 10U);
    for (std::size_t i = 0; i < rows.rows; ++i) {
      const auto expected = nearest(rows, i, known);
      for (std::size_t n = 0; n < lists.count; ++n) {
        EXPECT_EQ(lists.rows_of(i)[n], expected[n].second);
        EXPECT_NEAR(lists.distances_of(i)[n], expected[n].first, 1e-9);
      }
    }
  }
}

TEST_F(NearestKnown, FindsNearlyAllByWalking) {
  const Table known = random_table(3000, 12, 1), rows = random_table(200, 12, 2);
  const NearestLists lists = find(rows, known, NeighbourSearch::approximate);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const double farthest = nearest(rows, i, known)[9].first;
    hits += static_cast<std::size_t>(std::ranges::count_if(
        lists.distances_of(i), [&](double distance) { return distance <= farthest + 1e-9; }));
  }
  EXPECT_GE(hits, 1900U) << "of 2000";
}

TEST_F(NearestKnown, FindsARowThatIsKnown) {
  const Table known = random_table(2000, 12, 1);
  for (const auto search : {NeighbourSearch::exact, NeighbourSearch::approximate}) {
    const NearestLists lists = find(known, known, search);
    std::size_t found = 0;
    for (std::size_t i = 0; i < known.rows; ++i) {
      found += lists.rows_of(i)[0] == i && lists.distances_of(i)[0] == 0 ? 1 : 0;
    }
    EXPECT_EQ(found, known.rows);
  }
}

TEST_F(NearestKnown, IsTheSameForAnyNumberOfThreads) {
  const Table known = random_table(1000, 12, 1), rows = random_table(300, 12, 2);
  const NearestLists one = find(rows, known, NeighbourSearch::approximate, 1);
  const NearestLists three = find(rows, known, NeighbourSearch::approximate, 3);
  EXPECT_EQ(one.row, three.row);
  EXPECT_EQ(one.distance, three.distance);
}

TEST_F(NearestKnown, TakesEqualRowsAndFewRows) {
  Table equal{500, 10, std::vector<double>(5000, 1.5), {}};
  const NearestLists lists = find(equal, equal, NeighbourSearch::approximate);
  for (const double distance : lists.distance) EXPECT_EQ(distance, 0);
  const Table few = random_table(4, 10, 3);
  EXPECT_EQ(find(few, few, NeighbourSearch::approximate).count, 4U);
}

}  // namespace
}  // namespace comac
