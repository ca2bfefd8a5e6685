// SPDX-License-Identifier: MIT
#include "evaluate/infeasible.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace comac
