// SPDX-License-Identifier: MIT
#include "evaluate/infeasible.hpp"

#include <gtest/gtest.h>

#include "support/said_instances.hpp"

namespace comac {
namespace {

SideInformation three_apart() {
  SideInformation known;
  known.label_names = {"a", "b", "c"};
  known.files = {"side.csv"};
  known.links = {
      {0, 1, LinkKind::cannot, {0, 1}}, {1, 2, LinkKind::cannot, {0, 2}}, {0, 2, LinkKind::cannot, {0, 3}}};
  return known;
}

std::string explained(const SideInformation& known, std::size_t rows) {
  return describe_infeasible(Belief(known), propagate(known, rows, OnConflict::error), 2);
}

TEST(Infeasible, CitesTheLinksThatExclude) {
  EXPECT_EQ(
      explained(three_apart(), 4),
      "the groups of rows 0, 1 and 2 exclude one another (side.csv:1, side.csv:2 and side.csv:3), but there "
      "are only 2 clusters; 3 are enough for everything");
}

TEST(Infeasible, ALabelThatExcludesNothingIsNotCited) {
  SideInformation known = three_apart();
  known.labels = {{1, 0, {0, 9}}};
  EXPECT_EQ(explained(known, 4).find("side.csv:9"), std::string::npos);
}

TEST(Infeasible, CitesWhatTiesGroupsTogether) {
  SideInformation known = three_apart();
  known.links[2] = {3, 4, LinkKind::cannot, {0, 3}};  // 0 and 2 meet through 3 and 4
  known.links.push_back({0, 3, LinkKind::must, {0, 4}});
  known.links.push_back({2, 5, LinkKind::must, {0, 5}});
  known.links.push_back({5, 4, LinkKind::must, {0, 6}});
  known.links.push_back({6, 0, LinkKind::must, {0, 7}});  // true, but no part of the proof
  const std::string sentence = explained(known, 7);
  for (int line = 1; line <= 6; ++line)
    EXPECT_NE(sentence.find("side.csv:" + std::to_string(line)), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("side.csv:7"), std::string::npos) << sentence;
}

TEST(Infeasible, CitesALabelOfEachClass) {
  SideInformation known;
  known.label_names = {"a", "b", "c"};
  known.files = {"side.csv"};
  known.labels = {{0, 0, {0, 1}}, {1, 1, {0, 2}}, {2, 2, {0, 3}}, {3, 2, {0, 4}}};
  EXPECT_NE(explained(known, 4).find("(side.csv:1, side.csv:2 and side.csv:3)"), std::string::npos);
}

/// Links and labels about few rows, about as many as just can't be honoured, on a line each.
SideInformation random_items(Random& random, std::size_t rows, std::size_t classes) {
  SideInformation known = test::arbitrary_side(
      random, rows, {random.below(6), test::between(random, rows / 2, 3 * rows), classes});
  std::erase_if(known.links, [&](const Link& link) {
    return link.first == link.second || (link.kind == LinkKind::must && random.below(3) != 0);
  });
  known.files = {"side.csv"};
  std::uint32_t line = 1;
  for (Label& label : known.labels) label.source = {0, line++};
  for (Link& link : known.links) link.source = {0, line++};
  return known;
}

bool can_hold(const SideInformation& known, std::size_t rows, std::size_t clusters) {
  std::vector<std::uint32_t> cluster(rows);
  return test::can_be_honoured(known, cluster, 0, clusters);
}

/// What is left of some items without one of them.
SideInformation without(SideInformation known, ItemId item) {
  known.trust(item) = 0;
  return known;
}

TEST(Infeasible, NoLineOfAProofCouldBeLeftOut) {
  std::size_t proofs = 0;
  for (std::uint64_t seed = 1; proofs < 1000; ++seed) {
    ASSERT_LT(seed, 100'000U);
    Random random(seed);
    const std::size_t rows = test::between(random, 4, 9), clusters = test::between(random, 1, 4);
    const SideInformation known = random_items(random, rows, clusters + 1);
    const Constraints constraints = propagate(known, rows, OnConflict::drop);
    if (!constraints.dropped.empty() || can_hold(known, rows, clusters)) continue;
    ++proofs;
    const std::string sentence = describe_infeasible(Belief(known), constraints, clusters);
    const SideInformation cited = test::cited(known, sentence);
    ASSERT_FALSE(can_hold(cited, rows, clusters)) << seed << ": " << sentence;
    for (const ItemId item : cited.per_item(0).ids())
      ASSERT_TRUE(can_hold(without(cited, item), rows, clusters)) << seed << ": " << sentence;
  }
}

TEST(Infeasible, LabelsSufficeWhereThereAreMoreClassesThanClusters) {
  SideInformation known = three_apart();
  known.labels = {{0, 0, {0, 4}}, {3, 1, {0, 5}}, {4, 2, {0, 6}}};
  EXPECT_NE(explained(known, 5).find("(side.csv:4, side.csv:5 and side.csv:6)"), std::string::npos);
}

TEST(Infeasible, ManyClassesAreProvedAtOnce) {
  SideInformation known;
  known.files = {"side.csv"};
  for (std::uint32_t row = 0; row < 1000; ++row) {
    known.label(row, std::to_string(row % 200));
    known.labels.back().source = {0, row + 1};
  }
  for (const std::size_t clusters : {2U, 150U, 199U}) {
    const std::string sentence =
        describe_infeasible(Belief(known), propagate(known, 1000, OnConflict::error), clusters);
    EXPECT_EQ(test::cited(known, sentence).labels.size(), clusters + 1);
  }
}

/// A row beside all classes is one group too many; all of that is the proof, and takes long to see.
TEST(Infeasible, StaysAProofWhereItIsTooLargeToBeMadeSmaller) {
  SideInformation known;
  known.files = {"side.csv"};
  for (std::uint32_t row = 0; row < 300; ++row) {
    known.label(row, std::to_string(row)), known.labels.back().source = {0, 2 * row + 1};
    known.cannot(300, row), known.links.back().source = {0, 2 * row + 2};
  }
  const std::string sentence =
      describe_infeasible(Belief(known), propagate(known, 301, OnConflict::error), 300);
  const SideInformation cited = test::cited(known, sentence);
  EXPECT_EQ(cited.labels.size() + cited.links.size(), 600U);
}

}  // namespace
}  // namespace comac
