// SPDX-License-Identifier: MIT
#include "evaluate/repeated_column.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace comac {
namespace {

/// Two columns of noise and a column of two values, by which the clusters go; the fourth column lies around
/// the cluster's number times `apart`.
Table some_table(double apart, std::vector<std::uint32_t>& cluster) {
  Random random(4);
  Table table{200, 4, {}, {"a", "b", "gender", "d"}};
  cluster.clear();
  for (std::uint32_t r = 0; r < 200; ++r) {
    const std::uint32_t own = r % 3 == 0 ? 1 : 0;
    cluster.push_back(r == 7 ? 1 - own : own);
    table.values.insert(table.values.end(),
                        {random.normal(), random.normal(), 1.0 - own, apart * own + random.normal()});
  }
  return table;
}

TEST(RepeatedColumn, IsTheOneThatClustersCopy) {
  std::vector<std::uint32_t> cluster;
  const Table table = some_table(0, cluster);
  const auto repeated = repeated_column(table, cluster);
  ASSERT_TRUE(repeated);
  EXPECT_EQ(repeated->column, 2U);
  EXPECT_NEAR(repeated->share, 199.0 / 200, 1e-12);
  const std::string sentence = repeated_sentence(table, *repeated);
  EXPECT_TRUE(sentence.starts_with("these clusters repeat 'gender' (99 %); leave it out with ")) << sentence;
  EXPECT_NE(sentence.find("ignore"), std::string::npos);
}

TEST(RepeatedColumn, IsNoneWhereOtherColumnsAgree) {
  std::vector<std::uint32_t> cluster;
  const Table table = some_table(10, cluster);
  EXPECT_FALSE(repeated_column(table, cluster));
}

TEST(RepeatedColumn, IsNoneOfClustersThatGoTheirOwnWay) {
  std::vector<std::uint32_t> cluster;
  const Table table = some_table(0, cluster);
  for (std::uint32_t r = 0; r < 200; ++r) cluster[r] = r % 2;
  EXPECT_FALSE(repeated_column(table, cluster));
  cluster.assign(200, 0);
  EXPECT_FALSE(repeated_column(table, cluster));
}

TEST(RepeatedColumn, IsNoneWhereThereIsOnlyOneColumn) {
  Table table{40, 1, {}, {"x"}};
  std::vector<std::uint32_t> cluster;
  for (std::uint32_t r = 0; r < 40; ++r) table.values.push_back(r % 2), cluster.push_back(r % 2);
  EXPECT_FALSE(repeated_column(table, cluster));
}

}  // namespace
}  // namespace comac
