// SPDX-License-Identifier: MIT
#include "report/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace comac {
namespace {

SideInformation labelled(std::uint32_t first, std::uint32_t count) {
  SideInformation known;
  for (std::uint32_t row = first; row < first + count; ++row) known.labels.push_back({row, 0, {}});
  return known;
}

TEST(Sample, TakesAllRowsOfASmallTable) {
  const auto rows = rows_to_draw(4, {}, {4, 2});
  EXPECT_EQ(rows, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(Sample, KeepsRowsThatSomethingIsKnownAbout) {
  SideInformation known = labelled(900, 30);
  known.links.push_back({5, 17, LinkKind::cannot, {}});
  const auto rows = rows_to_draw(1000, known, {100, 80});
  EXPECT_EQ(rows.size(), 80U);
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  const std::set<std::uint32_t> drawn(rows.begin(), rows.end());
  EXPECT_EQ(drawn.size(), rows.size());
  for (std::uint32_t row = 900; row < 930; ++row) EXPECT_TRUE(drawn.count(row)) << row;
  EXPECT_TRUE(drawn.count(5) && drawn.count(17));
}

TEST(Sample, LeavesHalfForTheOthers) {
  const auto rows = rows_to_draw(1000, labelled(0, 500), {100, 80});
  EXPECT_EQ(std::count_if(rows.begin(), rows.end(), [](auto row) { return row < 500; }), 40);
  EXPECT_EQ(rows.size(), 80U);
}

TEST(Sample, FillsUpWhereAlmostAllIsKnown) {
  EXPECT_EQ(rows_to_draw(1000, labelled(0, 1000), {100, 80}).size(), 80U);
  EXPECT_EQ(rows_to_draw(1000, labelled(0, 990), {100, 80}).size(), 80U);
}

TEST(Sample, IsFairAndAlwaysTheSame) {
  const auto rows = rows_to_draw(100'000, {});
  EXPECT_EQ(rows, rows_to_draw(100'000, {}));
  ASSERT_EQ(rows.size(), 5000U);
  const auto lower = std::count_if(rows.begin(), rows.end(), [](auto row) { return row < 50'000; });
  EXPECT_NEAR(static_cast<double>(lower), 2500, 175) << "5 standard deviations";
}

}  // namespace
}  // namespace comac
