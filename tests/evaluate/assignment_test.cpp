// SPDX-License-Identifier: MIT
#include "evaluate/assignment.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace comac {
namespace {

std::int64_t sum_of(const Gains& gains, const std::vector<std::size_t>& column) {
  std::int64_t sum = 0;
  for (std::size_t r = 0; r < gains.rows; ++r) {
    if (column[r] != unassigned) sum += gains.at(r, column[r]);
  }
  return sum;
}

/// Tries all permutations of max(rows, columns) places.
std::int64_t brute_force(const Gains& gains) {
  std::vector<std::size_t> places(std::max(gains.rows, gains.columns));
  std::iota(places.begin(), places.end(), 0U);
  std::int64_t best = INT64_MIN;
  do {
    std::vector<std::size_t> column(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(gains.rows));
    for (auto& c : column) {
      if (c >= gains.columns) c = unassigned;
    }
    best = std::max(best, sum_of(gains, column));
  } while (std::next_permutation(places.begin(), places.end()));
  return best;
}

TEST(Assignment, GivesUpAGreedyChoiceForAGreaterSum) {
  const Gains gains{2, 2, {10, 9, 8, 1}};
  EXPECT_EQ(best_assignment(gains), (std::vector<std::size_t>{1, 0}));
}

TEST(Assignment, LeavesRowsOverWithoutAColumn) {
  const Gains gains{3, 1, {2, 5, 3}};
  EXPECT_EQ(best_assignment(gains), (std::vector<std::size_t>{unassigned, 0, unassigned}));
  EXPECT_TRUE(best_assignment({}).empty());
  EXPECT_EQ(best_assignment({2, 0, {}}), (std::vector<std::size_t>(2, unassigned)));
}

RC_GTEST_PROP(Assignment, IsAsGoodAsTheBestPermutation, ()) {
  Gains gains;
  gains.rows = *rc::gen::inRange<std::size_t>(1, 7);
  gains.columns = *rc::gen::inRange<std::size_t>(1, 7);
  gains.values = *rc::gen::container<std::vector<std::int64_t>>(gains.rows * gains.columns,
                                                                rc::gen::inRange<std::int64_t>(-20, 50));
  const std::vector<std::size_t> column = best_assignment(gains);
  std::multiset<std::size_t> used(column.begin(), column.end());
  used.erase(unassigned);
  RC_ASSERT(used.size() == std::min(gains.rows, gains.columns));
  RC_ASSERT(std::set<std::size_t>(used.begin(), used.end()).size() == used.size());
  RC_ASSERT(sum_of(gains, column) == brute_force(gains));
}

}  // namespace
}  // namespace comac
