// SPDX-License-Identifier: MIT
#include "neighbours/distinct_rows.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "support/random_instances.hpp"

namespace comac {
namespace {

const RowsDone ignore = [](std::size_t) {};

RC_GTEST_PROP(DistinctRows, AreThoseOfAMap, (std::uint64_t seed)) {
  Random random(seed);
  Table table{test::between(random, 1, 80), test::between(random, 1, 3), {}, {}};
  const std::uint64_t values = test::between(random, 1, 6);
  for (std::size_t v = 0; v < table.rows * table.columns; ++v) {
    table.values.push_back(static_cast<double>(random.below(values)));
  }
  const DistinctRows rows(table, ignore);
  std::map<std::vector<double>, std::vector<std::uint32_t>> expected;
  for (std::uint32_t i = 0; i < table.rows; ++i) {
    expected[{table.row(i).begin(), table.row(i).end()}].push_back(i);
  }
  RC_ASSERT(rows.size() == expected.size());
  std::size_t place = 0;
  std::uint32_t last = 0;
  for (std::size_t d = 0; d < rows.size(); ++d) {
    RC_ASSERT(std::ranges::equal(rows.members(d), expected.at({rows.row(d).begin(), rows.row(d).end()})));
    RC_ASSERT(d == 0 || rows.members(d).front() > last);
    last = rows.members(d).front();
    for (std::size_t m = 0; m < rows.members(d).size(); ++m) RC_ASSERT(rows.at_place(place++) == d);
  }
}

TEST(DistinctRows, ZeroHasNoSign) {
  const Table table{3, 2, {0.0, 1, -0.0, 1, 0.0, -1}, {}};
  const DistinctRows rows(table, ignore);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows.members(0).size(), 2U);
}

}  // namespace
}  // namespace comac
