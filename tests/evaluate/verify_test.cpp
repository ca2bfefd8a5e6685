// SPDX-License-Identifier: MIT
#include "comac/evaluate/verify.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <tuple>

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

SideInformation labelled(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& rows_and_labels) {
  SideInformation known;
  known.label_names = {"a", "b", "c", "d"};
  for (const auto& [row, label] : rows_and_labels) known.labels.push_back({row, label, {}});
  return known;
}

TEST(Verify, FindsNothingWhereNothingIsSaidOrAllIsHonoured) {
  EXPECT_TRUE(verify({}, Clusters{0, 1}).empty());
  SideInformation known = labelled({{0, 0}, {1, 0}, {2, 1}});
  known.links = {{0, 3, LinkKind::must, {}}, {2, 3, LinkKind::cannot, {}}};
  EXPECT_TRUE(verify(known, Clusters{4, 4, 1, 4}).empty());
}

TEST(Verify, NamesLinksByTheirIndex) {
  SideInformation known;
  known.links = {{0, 1, LinkKind::must, {}}, {0, 2, LinkKind::must, {}}, {0, 1, LinkKind::cannot, {}}};
  const auto violations = verify(known, Clusters{0, 0, 1});
  ASSERT_EQ(violations.size(), 2U);
  EXPECT_EQ(violations[0].kind, Violation::Kind::link);
  EXPECT_EQ(violations[0].link, 1U);
  EXPECT_EQ(violations[0].second, 2U);
  EXPECT_EQ(violations[1].link, 2U);
}

TEST(Verify, TellsASplitClassFromTwoClassesThatMeet) {
  const auto split = verify(labelled({{0, 1}, {1, 1}, {2, 1}}), Clusters{0, 0, 1});
  ASSERT_EQ(split.size(), 1U);
  EXPECT_EQ(split[0].kind, Violation::Kind::labels);
  EXPECT_EQ(std::tie(split[0].first_label, split[0].second_label), std::tuple(1U, 1U));
  EXPECT_EQ(std::tie(split[0].first, split[0].second), std::tuple(0U, 2U));

  const auto shared = verify(labelled({{2, 3}, {0, 1}, {1, 1}}), Clusters{5, 5, 5});
  ASSERT_EQ(shared.size(), 1U);
  EXPECT_EQ(std::tie(shared[0].first_label, shared[0].second_label), std::tuple(1U, 3U));
  EXPECT_EQ(std::tie(shared[0].first, shared[0].second), std::tuple(0U, 2U));
}

TEST(Verify, SeesOneRowWithTwoClasses) {
  const auto violations = verify(labelled({{0, 0}, {0, 1}}), Clusters{0});
  ASSERT_EQ(violations.size(), 1U);
  EXPECT_EQ(violations[0].first, violations[0].second);
}

using ClassPair = std::pair<std::uint32_t, std::uint32_t>;

/// All pairs of labelled rows, one by one.
std::set<ClassPair> classes_at_fault(const SideInformation& known, const Clusters& cluster) {
  std::set<ClassPair> result;
  for (const auto& a : known.labels) {
    for (const auto& b : known.labels) {
      const bool together = cluster[a.row] == cluster[b.row];
      if (together != (a.label == b.label)) result.insert(std::minmax(a.label, b.label));
    }
  }
  return result;
}

RC_GTEST_PROP(Verify, AgreesWithLookingAtAllPairs, ()) {
  const auto rows = *rc::gen::inRange<std::uint32_t>(1, 15);
  const auto row = rc::gen::inRange<std::uint32_t>(0, rows);
  const auto small = rc::gen::inRange<std::uint32_t>(0, 4);
  const auto cluster = *rc::gen::container<Clusters>(rows, small);
  SideInformation known = labelled(*rc::gen::container<std::vector<ClassPair>>(rc::gen::pair(row, small)));
  for (const auto& [first, second] : *rc::gen::container<std::vector<ClassPair>>(rc::gen::pair(row, row))) {
    known.links.push_back({first, second, first % 2 == 0 ? LinkKind::must : LinkKind::cannot, {}});
  }

  std::set<std::size_t> links;
  for (std::size_t i = 0; i < known.links.size(); ++i) {
    const Link& link = known.links[i];
    if ((cluster[link.first] == cluster[link.second]) != (link.kind == LinkKind::must)) links.insert(i);
  }
  std::set<std::size_t> found_links;
  std::set<ClassPair> found_classes;
  const auto said = [&](std::uint32_t labelled_row, std::uint32_t label) {
    for (const auto& item : known.labels) {
      if (item.row == labelled_row && item.label == label) return true;
    }
    return false;
  };
  for (const auto& v : verify(known, cluster)) {
    if (v.kind == Violation::Kind::link) {
      RC_ASSERT(found_links.insert(v.link).second);
      continue;
    }
    RC_ASSERT(found_classes.insert({v.first_label, v.second_label}).second);
    RC_ASSERT(said(v.first, v.first_label) && said(v.second, v.second_label));
    RC_ASSERT((cluster[v.first] == cluster[v.second]) == (v.first_label != v.second_label));
  }
  RC_ASSERT(found_links == links);
  RC_ASSERT(found_classes == classes_at_fault(known, cluster));
}

}  // namespace
}  // namespace comac
