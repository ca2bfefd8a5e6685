// SPDX-License-Identifier: MIT
#include "constraints/propagate.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/expect_error.hpp"
#include "support/random_instances.hpp"
#include "support/relation.hpp"

namespace comac {
namespace {

using test::Relation;

bool excluded(const Constraints& constraints, std::size_t i, std::size_t j) {
  const auto list = constraints.exclusive.of(constraints.components.group_of(i));
  return std::ranges::binary_search(list, constraints.components.group_of(j));
}

/// Components and exclusions are exactly the closed relation, pair by pair.
void expect_same(const Constraints& constraints, const Relation& relation, std::size_t rows) {
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < rows; ++j) {
      const bool together = constraints.components.group_of(i) == constraints.components.group_of(j);
      ASSERT_EQ(together, relation.must(i, j)) << i << ' ' << j;
      ASSERT_EQ(excluded(constraints, i, j), relation.cannot(i, j)) << i << ' ' << j;
    }
  }
}

TEST(Propagate, ClosesTheRelationOfTruthfulSideInformation) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::size_t rows = test::between(random, 1, 14);
    const test::Said said{random.below(8), random.below(12), 3};
    const auto known = test::truthful_side(random, test::random_clusters(random, rows, 3), said);
    const Constraints constraints = propagate(known, rows, OnConflict::error);
    expect_same(constraints, Relation(known, rows), rows);
    EXPECT_TRUE(constraints.dropped.empty());
  }
}

TEST(Propagate, LeavesOutWhatContradictsEarlierItems) {
  Random random(2);
  std::size_t contradictions = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::size_t rows = test::between(random, 1, 10);
    const auto known = test::arbitrary_side(random, rows, {random.below(6), random.below(12), 3});
    const auto expected = test::keep_consistent(known, rows);
    const Constraints constraints = propagate(known, rows, OnConflict::drop);
    expect_same(constraints, Relation(expected.kept, rows), rows);

    std::vector<std::size_t> labels, links;
    for (const Conflict& conflict : constraints.dropped) {
      (conflict.item.is_label() ? labels : links).push_back(conflict.item.index);
    }
    ASSERT_EQ(labels, expected.dropped_labels);
    ASSERT_EQ(links, expected.dropped_links);
    contradictions += constraints.dropped.size();
    if (constraints.dropped.empty()) continue;
    ASSERT_THROW(propagate(known, rows, OnConflict::error), Error);
  }
  EXPECT_GT(contradictions, 500U);
}

TEST(Propagate, KeepsWhatWasSaidExplicitly) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const std::size_t rows = 8;
    const auto known = test::arbitrary_side(random, rows, {random.below(5), random.below(8), 3});
    const Relation relation(test::keep_consistent(known, rows).kept, rows);
    const Adjacency said = propagate(known, rows, OnConflict::drop).explicit_must;
    for (std::uint32_t a = 0; a < rows; ++a) {
      for (std::uint32_t b = 0; b < rows; ++b) {
        const auto common = [&](std::uint32_t node) {
          return node >= rows && std::ranges::binary_search(said.of(node), b);
        };
        const bool linked =
            a == b || std::ranges::binary_search(said.of(a), b) || std::ranges::any_of(said.of(a), common);
        ASSERT_EQ(linked, relation.said_must(a, b));
      }
    }
  }
}

/// Two files: labels.csv with a line for each label, links.csv with a line for each link.
SideInformation from_files(std::vector<Label> labels, std::vector<Link> links) {
  SideInformation known = test::empty_side(3);
  known.files = {"labels.csv", "links.csv"};
  for (std::uint32_t line = 1; auto& label : labels) label.source = {0, line++};
  for (std::uint32_t line = 1; auto& link : links) link.source = {1, line++};
  known.labels = std::move(labels), known.links = std::move(links);
  return known;
}

void expect_contradiction(const SideInformation& known, const std::string& chain, std::size_t more = 0) {
  const std::string others =
      more == 0 ? "" : " (and " + std::to_string(more) + " more contradiction" + (more > 1 ? "s)" : ")");
  test::expect_error(ErrorCode::data,
                     chain + others + "; correct one of these, or use on-conflict drop or soften",
                     [&] { propagate(known, 9, OnConflict::error); });
  EXPECT_EQ(propagate(known, 9, OnConflict::drop).dropped.at(0).reason, chain);
}

constexpr auto must = LinkKind::must;
constexpr auto cannot = LinkKind::cannot;

TEST(Contradiction, OfTwoLabels) {
  expect_contradiction(from_files({{4, 0, {}}, {4, 1, {}}}, {}),
                       "row 4 is labelled 'b' (labels.csv:2), yet row 4 is labelled 'a' (labels.csv:1)");
}

TEST(Contradiction, OfLabelsThroughMustLinks) {
  expect_contradiction(
      from_files({{0, 0, {}}, {3, 2, {}}}, {{0, 1, must, {}}, {3, 2, must, {}}, {1, 2, must, {}}}),
      "rows 1 and 2 must be together (links.csv:3), yet rows 0 and 1 must be together (links.csv:1) and row "
      "0 "
      "is labelled 'a' (labels.csv:1) and rows 3 and 2 must be together (links.csv:2) and row 3 is labelled "
      "'c' (labels.csv:2)");
}

TEST(Contradiction, OfACannotLinkAndTheShortestChain) {
  expect_contradiction(
      from_files(
          {}, {{0, 3, cannot, {}}, {0, 1, must, {}}, {1, 2, must, {}}, {2, 3, must, {}}, {1, 3, must, {}}}),
      "rows 0 and 3 cannot be together (links.csv:1), yet rows 0 and 1 must be together "
      "(links.csv:2) and rows 1 and 3 must be together (links.csv:5)");
}

TEST(Contradiction, OfACannotLinkWithinAClass) {
  expect_contradiction(from_files({{0, 0, {}}, {3, 0, {}}}, {{0, 3, cannot, {}}}),
                       "rows 0 and 3 cannot be together (links.csv:1), yet row 0 is labelled 'a' "
                       "(labels.csv:1) and row 3 is labelled 'a' (labels.csv:2)");
}

TEST(Contradiction, OfARowWithItself) {
  expect_contradiction(from_files({}, {{5, 5, cannot, {}}}),
                       "rows 5 and 5 cannot be together (links.csv:1), yet a row is always together with "
                       "itself");
}

TEST(Contradiction, SaysHowManyMoreThereAre) {
  const std::string first =
      "rows 0 and 1 cannot be together (links.csv:2), yet rows 0 and 1 must be together (links.csv:1)";
  expect_contradiction(from_files({}, {{0, 1, must, {}}, {0, 1, cannot, {}}, {1, 0, cannot, {}}}), first, 1);
  test::expect_error(
      ErrorCode::data,
      first +
          ";\nrows 4 and 4 cannot be together (links.csv:4), yet a row is always together with "
          "itself (and 1 more contradiction); correct one of each, or use on-conflict drop or soften",
      [&] {
        propagate(
            from_files({}, {{0, 1, must, {}}, {0, 1, cannot, {}}, {1, 0, cannot, {}}, {4, 4, cannot, {}}}), 9,
            OnConflict::error);
      });
}

TEST(Contradiction, NamesRowsAsTheUserDoes) {
  SideInformation known = from_files({}, {{0, 1, must, {}}, {0, 1, cannot, {}}});
  known.files.clear();
  known.first_row = 1;
  expect_contradiction(known, "rows 1 and 2 cannot be together, yet rows 1 and 2 must be together");
  known.row_names = {"x", "y", "z"};
  expect_contradiction(known, "rows x and y cannot be together, yet rows x and y must be together");
}

TEST(Contradiction, ManyOfThemAreAllReported) {
  SideInformation known = test::empty_side(0);
  known.links.push_back({0, 1, must, {}});
  for (int i = 0; i < 300; ++i) known.links.push_back({0, 1, cannot, {}});
  const auto dropped = propagate(known, 2, OnConflict::drop).dropped;
  ASSERT_EQ(dropped.size(), 300U);
  EXPECT_EQ(dropped[299].item, ItemId::link(300));
  EXPECT_EQ(dropped[299].reason, "rows 0 and 1 cannot be together");
}

TEST(CheckRows, NamesWhatDoesNotExist) {
  const auto check = [](const SideInformation& known, const std::string& sentence) {
    test::expect_error(ErrorCode::data, sentence, [&] { propagate(known, 9, OnConflict::drop); });
  };
  check(from_files({{9, 0, {}}}, {}), "labels.csv:1: row 9 does not exist, expected 0 to 8");
  check(from_files({}, {{0, 1, must, {}}, {8, 10, must, {}}}),
        "links.csv:2: row 10 does not exist, expected 0 to 8");
  check(from_files({{1, 3, {}}}, {}), "label id 3 has no name, expected 0 to 2");
  SideInformation nameless;
  nameless.labels.push_back({0, 0, {}});
  check(nameless, "label id 0 has no name, since no label has one");
}

TEST(Propagate, RefusesAColumnOfIds) {
  SideInformation known;
  for (std::uint32_t i = 0; i < 10001; ++i) {
    known.label_names.push_back(std::to_string(i));
    known.labels.push_back({i, i, {}});
  }
  test::expect_error(
      ErrorCode::data,
      "the labels name 10001 classes, at most 10000 are possible; is the label column a column "
      "of ids?",
      [&] { propagate(known, 10001, OnConflict::error); });
}

TEST(Propagate, NeverListsThePairsThatLabelsImply) {
  // 100 000 labelled rows: 5e9 pairs would not fit anywhere.
  Random random(4);
  constexpr std::size_t rows = 100000;
  const auto truth = test::random_clusters(random, rows, 10);
  SideInformation known = test::truthful_side(random, truth, {0, 1000000, 10});
  for (std::uint32_t row = 0; row < rows; ++row) known.labels.push_back({row, truth[row], {}});
  const Constraints constraints = propagate(known, rows, OnConflict::error);
  EXPECT_EQ(constraints.components.count(), 10U);
  EXPECT_EQ(constraints.exclusive.edges(), 45U);
}

TEST(CountBroken, IsZeroExactlyWhereTheRelationHolds) {
  Random random(77);
  std::size_t honoured = 0;
  for (int instance = 0; instance < 3000; ++instance) {
    const std::size_t rows = test::between(random, 2, 6);
    const auto truth = test::random_clusters(random, rows, 3);
    const SideInformation known = test::truthful_side(random, truth, {random.below(3), random.below(4), 3});
    const Constraints constraints = propagate(known, rows, OnConflict::error);
    const auto clusters = test::random_clusters(random, rows, 3);
    const bool holds = honours(test::Relation(known, rows), clusters);
    ASSERT_EQ(count_broken(constraints, clusters) == 0, holds);
    honoured += holds ? 1 : 0;
  }
  EXPECT_GT(honoured, 300U);
}

TEST(CountBroken, CountsEachLinkAndLabel) {
  SideInformation known = test::empty_side(2);
  known.labels = {{0, 0, {}}, {1, 0, {}}, {2, 1, {}}};
  known.links = {{3, 4, LinkKind::must, {}}, {4, 5, LinkKind::cannot, {}}};
  const Constraints constraints = propagate(known, 6, OnConflict::error);
  EXPECT_EQ(count_broken(constraints, std::vector<std::uint32_t>{0, 0, 1, 1, 1, 0}), 0U);
  EXPECT_EQ(count_broken(constraints, std::vector<std::uint32_t>{0, 1, 2, 1, 1, 0}), 1U);
  EXPECT_EQ(count_broken(constraints, std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1}), 2U);
  EXPECT_EQ(count_broken(constraints, std::vector<std::uint32_t>{0, 1, 1, 0, 1, 0}), 4U);
}

}  // namespace
}  // namespace comac
