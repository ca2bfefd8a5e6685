// SPDX-License-Identifier: MIT
#include "evaluate/certify.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

Certificate certified(const Belief& belief, const Clusters& cluster) {
  return certify(belief, propagate(belief, cluster.size()), cluster, 2);
}

TEST(Certify, GivesEachThingSaidOneVerdict) {
  SideInformation known;
  known.label_names = {"a", "b"};
  known.labels = {{0, 0, {}}, {1, 0, {}}, {2, 1, {}, 0.7}, {3, 1, {}, 0.7}, {3, 1, {}, 0.7}};
  known.links = {{0, 3, LinkKind::cannot, {}}, {0, 2, LinkKind::must, {}, 0.6}, {1, 2, LinkKind::must, {}}};
  Belief belief(known);
  belief.drop({{ItemId::link(2), "it was too much", {}}});
  const Certificate certificate = certified(belief, {0, 1, 1, 1});
  EXPECT_EQ(certificate.items.size(), 8U);
  EXPECT_TRUE(certificate.items[ItemId::label(0)].holds);
  EXPECT_FALSE(certificate.items[ItemId::label(1)].holds) << "class a is in two clusters";
  EXPECT_EQ(certificate.items[ItemId::label(1)].clashes, std::vector<ItemId>{ItemId::label(0)});
  EXPECT_FALSE(certificate.items[ItemId::label(2)].holds)
      << "a hard label decides that cluster 1 stands for a";
  EXPECT_EQ(certificate.violated(), (std::vector<Violation>{{ItemId::label(0), ItemId::label(1)}}));
  EXPECT_EQ(certificate.outvoted(),
            (std::vector<ItemId>{ItemId::label(2), ItemId::label(3), ItemId::label(4), ItemId::link(1)}));
  ASSERT_EQ(certificate.dropped().size(), 1U);
  EXPECT_EQ(certificate.dropped()[0].reason, "it was too much");
  EXPECT_EQ(certificate.labels, 5U);
  EXPECT_EQ(certificate.must_links, 1U) << "a dropped one does not count";
  EXPECT_EQ(certificate.cannot_links, 1U);
}

TEST(Certify, ListsWhatVerifyFinds) {
  SideInformation known;
  known.label_names = {"a", "b", "c"};
  known.labels = {{0, 0, {}}, {1, 1, {}}, {2, 2, {}}, {3, 0, {}}};
  known.links = {{0, 1, LinkKind::cannot, {}}, {0, 3, LinkKind::must, {}}};
  const Clusters cluster{0, 0, 0, 1};
  const auto found = verify(known, cluster);
  const auto listed = certified(Belief(known), cluster).violated();
  EXPECT_EQ(listed.size(), found.size());
  for (const Violation& violation : found)
    EXPECT_NE(std::find(listed.begin(), listed.end(), violation), listed.end());
}

SideInformation labelled(std::vector<Label> labels) {
  SideInformation known;
  known.label_names = {"a", "b"};
  known.labels = std::move(labels);
  return known;
}

TEST(Certify, AClusterStandsForTheClassWithTheMostTrustInIt) {
  const SideInformation known = labelled({{0, 0, {}, 0.5}, {1, 0, {}, 0.3}, {2, 1, {}, 0.9}});
  const Certificate certificate = certified(Belief(known), {0, 0, 0, 1});
  EXPECT_EQ(certificate.class_of_cluster, (Clusters{1, UINT32_MAX}));
  EXPECT_EQ(certificate.outvoted(), (std::vector<ItemId>{ItemId::label(0), ItemId::label(1)}));
}

TEST(Certify, AHardLabelNamesItsClusterWhateverSoftOnesSay) {
  const SideInformation known = labelled({{0, 0, {}}, {1, 1, {}, 0.9}, {2, 1, {}, 0.9}});
  const Certificate certificate = certified(Belief(known), {0, 0, 0, 1});
  EXPECT_EQ(certificate.class_of_cluster, (Clusters{0, UINT32_MAX}));
  EXPECT_EQ(certificate.outvoted(), (std::vector<ItemId>{ItemId::label(1), ItemId::label(2)}));
  EXPECT_TRUE(certificate.violated().empty());
}

TEST(Certify, ALabelThatWasLeftOutNamesNothing) {
  Belief belief(labelled({{0, 0, {}}, {0, 1, {}}, {1, 1, {}}}));
  belief.drop({{ItemId::label(1), "it was too much", {}}});
  EXPECT_EQ(certified(belief, {0, 1}).class_of_cluster, (Clusters{0, 1}));
}

}  // namespace
}  // namespace comac
