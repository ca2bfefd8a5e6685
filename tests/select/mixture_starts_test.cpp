// SPDX-License-Identifier: MIT
#include "select/mixture_starts.hpp"

#include <gtest/gtest.h>

#include "select/starts.hpp"

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
  for (const auto& start : MeansStarts({rows, rows}, 2, 2).first(random)) {
    std::size_t same = 0;
    for (std::size_t x = 0; x < 200; ++x) same += start[x] == (start[0] + x) % 2 ? 1U : 0U;
    most = std::max(most, same);
  }
  EXPECT_GT(most, 190U);
}

/// How many rows are in the cluster that stands for their class, if clusters are named as well as they can.
std::size_t right_of_two(const std::vector<std::uint32_t>& start) {
  std::size_t same = 0;
  for (std::size_t x = 0; x < start.size(); ++x) same += start[x] == x % 2 ? 1U : 0U;
  return std::max(same, start.size() - same);
}

TEST(RowStarts, FindClustersThatOneOfManyColumnsTells) {
  Random random(5);
  Matrix rows(9, 200);
  for (Eigen::Index x = 0; x < rows.cols(); ++x) {
    for (Eigen::Index c = 0; c < 9; ++c) rows(c, x) = random.uniform();
    rows(6, x) = 0.05 * random.normal() + static_cast<double>(x % 2);
  }
  std::size_t most = 0;
  for (const auto& start : MeansStarts({rows, rows}, 2, 2).first(random))
    most = std::max(most, right_of_two(start));
  EXPECT_EQ(most, 200U);
}

TEST(RowStarts, BeginWithRowsWhoseClusterIsKnown) {
  Random random(6);
  Matrix rows(3, 300);  // noise in two columns is wider than what tells two of the clusters apart
  std::vector<std::uint32_t> known(300, unknown_cluster);
  for (Eigen::Index x = 0; x < rows.cols(); ++x) {
    rows(0, x) = static_cast<double>(x % 3 == 2 ? 4 : x % 3) + 0.2 * random.normal();
    rows(1, x) = 2 * random.normal(), rows(2, x) = 2 * random.normal();
    if (x % 3 < 2 && x < 90) known[static_cast<std::size_t>(x)] = static_cast<std::uint32_t>(x % 3);
  }
  Random first(1), second(1);
  const auto without = MeansStarts({rows, rows}, 3, 2).first(first),
             with = MeansStarts({rows, rows}, 3, 2, known).first(second);
  ASSERT_GT(with.size(), without.size());
  std::size_t most = 0;
  for (std::size_t s = 0; s < with.size(); ++s) {
    if (s < without.size()) {
      EXPECT_EQ(with[s], without[s]);
      continue;
    }
    std::size_t right = 0;
    for (std::size_t x = 0; x < 300; ++x) {
      EXPECT_TRUE(known[x] == unknown_cluster || with[s][x] == known[x]);
      right += with[s][x] == x % 3 ? 1U : 0U;
    }
    most = std::max(most, right);
  }
  EXPECT_GT(most, 285U);  // by distances within what is known, which the noise doesn't make up
}

TEST(RowStarts, AreMoreForMoreRestarts) {
  const Matrix rows = long_rows(40);
  Random random(1);
  EXPECT_EQ(starts_of_a_kind(1), 1U);
  EXPECT_EQ(starts_of_a_kind(5), 2U);
  EXPECT_EQ(starts_of_a_kind(50), 20U);
  EXPECT_EQ(starts_of_a_kind(SIZE_MAX), 100U);
  EXPECT_EQ(MeansStarts({rows, rows}, 2, 1).first(random).size(), 3U);
  EXPECT_EQ(MeansStarts({rows, rows}, 2, 2).first(random).size(), 6U);
  EXPECT_EQ(MeansStarts({rows, rows}, 2, 20).first(random).size(), 42U);  // there are only two columns
}

TEST(RowStarts, AnotherTimeAreOthersAndNoneOfSingleColumns) {
  const Matrix rows = long_rows(60);
  const MeansStarts starts({rows, rows}, 3, 2);
  Random random(1);
  const auto first = starts.first(random), again = starts.again(random);
  EXPECT_EQ(first.size(), 6U);
  EXPECT_EQ(again.size(), 4U);
  EXPECT_NE(std::vector(first.begin(), first.begin() + 4), again);
}

TEST(RowStarts, ConstantColumnsAreNoGroups) {
  Matrix rows = long_rows(60);
  rows.conservativeResize(4, Eigen::NoChange);
  rows.bottomRows(2).setConstant(7);
  Random random(1);
  for (const auto& start : MeansStarts({rows, rows}, 2, 2).first(random)) EXPECT_EQ(start.size(), 60U);
}

TEST(RowStarts, AreOfAllRowsAndClustersAndTheSameAgain) {
  const Matrix rows = long_rows(50);
  Random first(1), second(1);
  const auto starts = MeansStarts({rows, rows}, 3, 2).first(first);
  EXPECT_EQ(starts, MeansStarts({rows, rows}, 3, 2).first(second));
  EXPECT_GE(starts.size(), 4U);
  for (const auto& start : starts) {
    ASSERT_EQ(start.size(), 50U);
    for (const std::uint32_t cluster : start) EXPECT_LT(cluster, 3U);
  }
}

}  // namespace
}  // namespace comac
