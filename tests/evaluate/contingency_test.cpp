// SPDX-License-Identifier: MIT
#include "evaluate/contingency.hpp"

#include <gtest/gtest.h>

namespace comac {
namespace {

TEST(Contingency, CountsWhatMeets) {
  const std::vector<std::uint32_t> truth = {7, 7, 2, 2, 2, UINT32_MAX};
  const std::vector<std::uint32_t> found = {0, 5, 5, 5, 0, 9};
  const Contingency table = contingency(truth, found);
  EXPECT_EQ(table.total, 6U);
  EXPECT_EQ(table.row_ids, (std::vector<std::uint32_t>{2, 7, UINT32_MAX}));
  EXPECT_EQ(table.column_ids, (std::vector<std::uint32_t>{0, 5, 9}));
  EXPECT_EQ(table.row_sums, (std::vector<std::uint64_t>{3, 2, 1}));
  EXPECT_EQ(table.column_sums, (std::vector<std::uint64_t>{2, 3, 1}));
  ASSERT_EQ(table.cells.size(), 5U);
  const std::vector<std::vector<std::uint64_t>> expected = {
      {0, 0, 1}, {0, 1, 2}, {1, 0, 1}, {1, 1, 1}, {2, 2, 1}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto& cell = table.cells[i];
    EXPECT_EQ((std::vector<std::uint64_t>{cell.row, cell.column, cell.count}), expected[i]) << i;
  }
  EXPECT_FALSE(table.is_bijection());
}

TEST(Contingency, KnowsEqualPartitionsUnderOtherNames) {
  const std::vector<std::uint32_t> truth = {0, 0, 1, 2};
  EXPECT_TRUE(contingency(truth, std::vector<std::uint32_t>{5, 5, 0, 1}).is_bijection());
  EXPECT_FALSE(contingency(truth, std::vector<std::uint32_t>{5, 5, 5, 1}).is_bijection());
  EXPECT_TRUE(contingency({}, {}).is_bijection());
}

}  // namespace
}  // namespace comac
