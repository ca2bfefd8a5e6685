// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "comac/evaluate/certificate.hpp"
#include "support/expect_error.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

SideInformation labelled(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& rows_and_labels) {
  SideInformation known;
  known.label_names = {"a", "b", "c", "d"};
  for (const auto& [row, label] : rows_and_labels) known.labels.push_back({row, label, {}});
  return known;
}

TEST(Verify, RefusesRowsWithoutACluster) {
  SideInformation known = labelled({{1, 0}, {2, 0}});
  test::expect_error(ErrorCode::data, "row 2 has no cluster; there are clusters of 2 rows", [&] {
    verify(known, Clusters{0, 1});
  });
  known.labels.clear();
  known.files = {"links.csv"};
  known.links.push_back({0, 7, LinkKind::must, {0, 4}});
  test::expect_error(ErrorCode::data, "links.csv:4: row 7 has no cluster; there are clusters of 2 rows", [&] {
    verify(known, Clusters{0, 1});
  });
}

TEST(Verify, FindsNothingWhereNothingIsSaidOrAllIsHonoured) {
  EXPECT_TRUE(verify({}, Clusters{0, 1}).empty());
  SideInformation known = labelled({{0, 0}, {1, 0}, {2, 1}});
  known.links = {{0, 3, LinkKind::must, {}}, {2, 3, LinkKind::cannot, {}}};
  EXPECT_TRUE(verify(known, Clusters{4, 4, 1, 4}).empty());
}

TEST(Verify, LooksAtNothingThatIsDoubtedHoweverLittle) {
  SideInformation known = labelled({{0, 0}, {1, 0}, {1, 1}, {2, 1}});
  known.must(0, 1), known.cannot(1, 2);
  const Clusters cluster{0, 1, 1};
  EXPECT_FALSE(verify(known, cluster).empty());
  for (const double trust : {0.0, 0.3, 0.7, 0.999}) {
    for (Label& label : known.labels) label.trust = trust;
    for (Link& link : known.links) link.trust = trust;
    EXPECT_TRUE(verify(known, cluster).empty()) << trust;
  }
}

TEST(Verify, NamesLinksByTheirIndex) {
  SideInformation known;
  known.links = {{0, 1, LinkKind::must, {}}, {0, 2, LinkKind::must, {}}, {0, 1, LinkKind::cannot, {}}};
  const auto violations = verify(known, Clusters{0, 0, 1});
  ASSERT_EQ(violations.size(), 2U);
  EXPECT_EQ(violations[0], (Violation{ItemId::link(1), ItemId::link(1)}));
  EXPECT_EQ(violations[1], (Violation{ItemId::link(2), ItemId::link(2)}));
}

TEST(Verify, TellsASplitClassFromTwoClassesThatMeet) {
  const auto split = verify(labelled({{0, 1}, {1, 1}, {2, 1}}), Clusters{0, 0, 1});
  ASSERT_EQ(split.size(), 1U);
  EXPECT_EQ(split[0], (Violation{ItemId::label(0), ItemId::label(2)}));

  const auto shared = verify(labelled({{2, 3}, {0, 1}, {1, 1}}), Clusters{5, 5, 5});
  ASSERT_EQ(shared.size(), 1U);
  EXPECT_EQ(shared[0], (Violation{ItemId::label(1), ItemId::label(0)})) << "by class, then in order";
}

TEST(Verify, SeesOneRowWithTwoClasses) {
  const auto violations = verify(labelled({{0, 0}, {0, 1}}), Clusters{0});
  ASSERT_EQ(violations.size(), 1U);
  EXPECT_EQ(violations[0], (Violation{ItemId::label(0), ItemId::label(1)}));
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
  for (const auto& v : verify(known, cluster)) {
    if (!v.item.is_label()) {
      RC_ASSERT(v.item == v.other && found_links.insert(v.item.index).second);
      continue;
    }
    const Label &first = known.labels[v.item.index], &second = known.labels[v.other.index];
    RC_ASSERT(found_classes.insert({first.label, second.label}).second);
    RC_ASSERT((cluster[first.row] == cluster[second.row]) == (first.label != second.label));
  }
  RC_ASSERT(found_links == links);
  RC_ASSERT(found_classes == classes_at_fault(known, cluster));
}

}  // namespace
}  // namespace comac
