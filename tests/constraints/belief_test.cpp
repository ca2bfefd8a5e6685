// SPDX-License-Identifier: MIT
#include "constraints/belief.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace comac {
namespace {

SideInformation said() {
  SideInformation known;
  known.label_names = {"a", "b"};
  known.labels = {{0, 0, {}}, {1, 1, {}, 0.7}};
  known.links = {{0, 1, LinkKind::must, {}}, {1, 2, LinkKind::cannot, {}, 0.9}};
  return known;
}

TEST(ItemId, OrdersLabelsBeforeLinks) {
  const auto ids = said().per_item<char>(0).ids();
  EXPECT_EQ(ids, (std::vector<ItemId>{ItemId::label(0), ItemId::label(1), ItemId::link(0), ItemId::link(1)}));
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
}

TEST(Belief, IsAsHardAsTheTrustOfEachItem) {
  const Belief belief(said());
  EXPECT_TRUE(belief.status[ItemId::label(0)].is_hard());
  EXPECT_EQ(belief.status[ItemId::label(1)].kind, Status::Kind::soft);
  EXPECT_EQ(belief.status[ItemId::label(1)].trust, 0.7);
  EXPECT_TRUE(belief.status[ItemId::link(0)].is_hard());
  EXPECT_EQ(belief.status[ItemId::link(1)].trust, 0.9);
}

TEST(Belief, TellsWhyAnItemIsDroppedOrDoubted) {
  Belief belief(said());
  belief.drop({{ItemId::label(0), "one reason", {ItemId::link(0)}}});
  belief.doubt({{ItemId::link(0), "another", {}}});
  const Status& dropped = belief.status[ItemId::label(0)];
  EXPECT_TRUE(dropped.is_dropped());
  EXPECT_EQ(dropped.conflict->reason, "one reason");
  EXPECT_EQ(dropped.conflict->against, std::vector<ItemId>{ItemId::link(0)});
  EXPECT_EQ(belief.said.trust(ItemId::label(0)), 1) << "what was said stays";
  const Status& doubted = belief.status[ItemId::link(0)];
  EXPECT_EQ(doubted.kind, Status::Kind::soft);
  EXPECT_EQ(doubted.trust, 0.8);
  EXPECT_EQ(belief.said.trust(ItemId::link(0)), 0.8);
  EXPECT_FALSE(belief.status[ItemId::link(1)].conflict);
}

}  // namespace
}  // namespace comac
