// SPDX-License-Identifier: MIT
#include "select/predicted.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "evidence/sample.hpp"

namespace comac {
namespace {

SideInformation chain_of_links(std::uint32_t count) {
  SideInformation said;
  for (std::uint32_t i = 0; i < count; ++i) {
    Link link;
    link.first = 2 * i, link.second = 2 * i + 1;
    link.kind = i % 3 == 0 ? LinkKind::must : LinkKind::cannot;
    said.links.push_back(link);
  }
  return said;
}

TEST(ShareOfLinksPredicted, NeverShowsALinkThatIsScored) {
  const SideInformation said = chain_of_links(20);
  std::map<std::uint32_t, int> seen;
  // Honours what it sees and breaks everything else: a link that it saw would count as predicted.
  const double share =
      share_of_links_predicted(said, 40, 4, [&](const SideInformation& kept, const Constraints&) {
        std::vector<std::uint32_t> cluster(40, 0);
        for (const Link& link : said.links) cluster[link.second] = link.kind == LinkKind::must;
        for (const Link& link : kept.links) {
          ++seen[link.first];
          cluster[link.second] = link.kind == LinkKind::cannot;
        }
        return cluster;
      });
  EXPECT_EQ(share, 0);
  for (const Link& link : said.links) EXPECT_EQ(seen[link.first], 3);  // in all folds but its own
}

TEST(ShareOfLinksPredicted, WeighsBothKindsAlike) {
  const auto one_cluster = [](const SideInformation&, const Constraints&) {
    return std::vector<std::uint32_t>(40, 0);
  };
  EXPECT_DOUBLE_EQ(share_of_links_predicted(chain_of_links(20), 40, 4, one_cluster), 0.5);
}

TEST(ShareOfLabelsPredicted, NeverShowsALabelThatIsScored) {
  SideInformation said;
  for (std::uint32_t i = 0; i < 12; ++i) said.label(i, i < 6 ? "a" : "b");
  std::map<std::uint32_t, int> seen;
  // Puts what it sees where it belongs and everything else with the other class.
  const double share =
      share_of_labels_predicted(said, 12, 3, [&](const SideInformation& kept, const Constraints&) {
        std::vector<std::uint32_t> cluster(12);
        for (const Label& label : said.labels) cluster[label.row] = 1 - label.label;
        for (const Label& label : kept.labels) cluster[label.row] = label.label, ++seen[label.row];
        return cluster;
      });
  EXPECT_EQ(share, 0);
  for (std::uint32_t i = 0; i < 12; ++i) EXPECT_EQ(seen[i], 2);
}

TEST(ShareOfLabelsPredicted, NamesClustersByWhatWasKept) {
  SideInformation said;
  for (std::uint32_t i = 0; i < 12; ++i) said.label(i, i < 9 ? "a" : "b");
  const auto by_half = [](const SideInformation&, const Constraints&) {
    std::vector<std::uint32_t> cluster(12, 0);
    for (std::size_t i = 6; i < 12; ++i) cluster[i] = 1;
    return cluster;
  };
  // Six of a in the first cluster; in the second three of a and three of b, of which two of each are kept:
  // the lower label wins the tie.
  EXPECT_DOUBLE_EQ(share_of_labels_predicted(said, 12, 3, by_half), 9.0 / 12);
}

TEST(LinkedSample, KeepsLinksBetweenTheirRows) {
  Random random(1);
  const SideInformation said = chain_of_links(400);
  const LinkedSample sample = linked_sample(said, 1000, 300, 100, random);
  EXPECT_EQ(sample.rows.size(), 300U);
  EXPECT_TRUE(std::ranges::is_sorted(sample.rows));
  EXPECT_GE(sample.said.links.size(), 70U);
  EXPECT_LE(sample.said.links.size(), 100U);
  for (const Link& link : sample.said.links) {
    const auto first = sample.rows[link.first];
    EXPECT_EQ(sample.rows[link.second], first + 1);
    EXPECT_EQ(link.kind, said.links[first / 2].kind);
  }
}

}  // namespace
}  // namespace comac
