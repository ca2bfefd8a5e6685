// SPDX-License-Identifier: MIT
#include "choose/row_starts.hpp"

#include <gtest/gtest.h>

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;

/// Two clusters that are long in one direction and differ across it.
Matrix long_rows(std::size_t count) {
  Random random(3);
  Matrix rows(2, static_cast<Eigen::Index>(count));
  for (Eigen::Index x = 0; x < rows.cols(); ++x) {
    const double along = 30 * random.normal(), across = (x % 2 == 0 ? 3 : -3) + random.normal();
    rows(0, x) = along + across;
    rows(1, x) = along - across;
  }
  return rows;
}

TEST(RowStarts, FindLongClustersSideBySide) {
  const Matrix rows = long_rows(200);
  Random random(1);
  std::size_t most = 0;
  for (const auto& start : means_starts(rows, 2, random)) {
    std::size_t same = 0;
    for (std::size_t x = 0; x < 200; ++x) same += start[x] == (start[0] + x) % 2 ? 1U : 0U;
    most = std::max(most, same);
  }
  EXPECT_GT(most, 190U);
}

TEST(RowStarts, AreOfAllRowsAndClustersAndTheSameAgain) {
  const Matrix rows = long_rows(50);
  Random first(1), second(1);
  const auto starts = means_starts(rows, 3, first);
  EXPECT_EQ(starts, means_starts(rows, 3, second));
  EXPECT_GE(starts.size(), 4U);
  for (const auto& start : starts) {
    ASSERT_EQ(start.size(), 50U);
    for (const std::uint32_t cluster : start) EXPECT_LT(cluster, 3U);
  }
}

}  // namespace
}  // namespace comac
