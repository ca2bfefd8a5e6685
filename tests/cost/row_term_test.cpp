// SPDX-License-Identifier: MIT
#include "cost/row_term.hpp"

#include <gtest/gtest.h>

#include "support/random_instances.hpp"

namespace comac {
namespace {

TEST(RowTerm, PromisesWhatAMoveChanges) {
  Random random(1);
  auto table = std::make_shared<std::vector<double>>(12 * 3);
  for (double& bits : *table) bits = random.normal();
  const Groups groups(test::random_clusters(random, 12, 6));
  Partition partition(3, test::random_clusters(random, groups.count(), 3));
  RowTerm term(table, groups, 3, "rows");
  const std::vector<std::uint32_t> all{0, 1, 2};
  for (int move = 0; move < 50; ++move) {
    double expected = 0;
    for (std::size_t row = 0; row < 12; ++row)
      expected += (*table)[row * 3 + partition.of(groups.group_of(row))];
    EXPECT_NEAR(term.value(partition), expected, 1e-12);
    const auto group = static_cast<std::uint32_t>(random.below(groups.count()));
    const auto to = static_cast<std::uint32_t>(random.below(3));
    std::vector<double> delta(3, 0);
    term.add_deltas(group, all, partition, delta);
    EXPECT_NEAR(term.delta_of(std::vector<Move>{{group, to}}, partition), delta[to], 1e-12);
    partition.move(group, to);
    EXPECT_NEAR(term.value(partition), expected + delta[to], 1e-12);
  }
}

}  // namespace
}  // namespace comac
