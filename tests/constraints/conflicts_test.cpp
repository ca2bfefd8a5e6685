// SPDX-License-Identifier: MIT
#include "constraints/conflicts.hpp"

#include "support/expect_error.hpp"
#include "support/random_instances.hpp"
#include "support/relation.hpp"

namespace comac {
namespace {

/// Rows are alike if their numbers are near.
double alike(std::uint32_t a, std::uint32_t b) { return 1.0 / (1 + (a < b ? b - a : a - b)); }

/// 0 and 1 are together, 1 and 9 are together, 0 and 9 are apart: the second is the least plausible.
SideInformation triangle() {
  SideInformation known;
  known.links = {{0, 1, LinkKind::must, {}}, {1, 9, LinkKind::must, {}}, {0, 9, LinkKind::cannot, {}}};
  return known;
}

TEST(Conflicts, GiveUpTheLeastPlausibleItem) {
  const auto given_up = least_believed(Belief(triangle()), 10, alike);
  ASSERT_EQ(given_up.size(), 1U);
  EXPECT_EQ(given_up[0].item, ItemId::link(1));
  EXPECT_EQ(given_up[0].against.size(), 2U);
}

TEST(Conflicts, AreResolvedByDroppingOrDoubting) {
  const auto dropped = resolve(triangle(), 10, OnConflict::drop, alike);
  EXPECT_TRUE(dropped.belief.status[ItemId::link(1)].is_dropped());
  EXPECT_TRUE(dropped.constraints.dropped.empty()) << "nothing else contradicts anything";
  EXPECT_EQ(dropped.constraints.components.group_of(0), dropped.constraints.components.group_of(1));
  const auto doubted = resolve(triangle(), 10, OnConflict::soften, alike);
  EXPECT_EQ(doubted.belief.status[ItemId::link(1)].kind, Status::Kind::soft);
  EXPECT_TRUE(doubted.belief.said.any_soft());
  EXPECT_THROW(resolve(triangle(), 10, OnConflict::error, alike), Error);
}

TEST(Conflicts, ThatShareAnItemAreToldOnce) {
  const std::vector<Conflict> all{{ItemId::link(0), "a", {ItemId::label(1)}},
                                  {ItemId::link(1), "b", {ItemId::label(1)}},
                                  {ItemId::label(0), "c", {ItemId::link(2)}}};
  const auto some = independent_conflicts(all);
  ASSERT_EQ(some.size(), 2U);
  EXPECT_EQ(some[0].reason, "a");
  EXPECT_EQ(some[1].reason, "c");
}

TEST(Conflicts, LeaveWhatAgrees) {
  Random random(7);
  std::size_t conflicts = 0;
  for (int i = 0; i < 300; ++i) {
    const std::size_t rows = test::between(random, 2, 10);
    const auto known = test::arbitrary_side(random, rows, {random.below(6), random.below(10), 3});
    const auto [belief, constraints] = resolve(known, rows, OnConflict::drop, alike);
    SideInformation kept;
    kept.label_names = known.label_names;
    for (const ItemId id : belief.status.ids()) {
      conflicts += belief.status[id].is_dropped() ? 1 : 0;
      if (belief.status[id].is_dropped()) continue;
      if (id.is_label()) {
        kept.labels.push_back(known.labels[id.index]);
      } else {
        kept.links.push_back(known.links[id.index]);
      }
    }
    ASSERT_TRUE(test::Relation(kept, rows).consistent());
  }
  EXPECT_GT(conflicts, 100U);
}

}  // namespace
}  // namespace comac
