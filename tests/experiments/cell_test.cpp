// SPDX-License-Identifier: MIT
#include "cell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "comac/base/error.hpp"

namespace comac::experiments {
namespace {

using Protocol = Side::Protocol;

TEST(Cell, NothingKnownIsTheSameRunHoweverItIsDrawn) {
  const Cell plain{"iris", "comac", {}, {}, 3};
  Cell other = plain;
  other.side = {Protocol::pairs, 0, 0.3, false};
  other.setting.trust = automatic_trust;
  EXPECT_EQ(plain.key(), other.key());
}

TEST(Cell, WhateverChangesARunChangesItsKey) {
  const Cell base{"iris", "comac", {Protocol::labels, 0.2, 0.1}, {}, 3};
  std::vector<Cell> others(12, base);
  others[0].set = "wine";
  others[1].system = "comac-seq";
  others[2].side.protocol = Protocol::two_classes;
  others[3].side.share = 0.3;
  others[4].side.wrong = 0;
  others[5].setting.beta = 0.25;
  others[6].setting.neighbours = 7;
  others[7].setting.trust = automatic_trust;
  others[8].draw = 4;
  others[9].side.at_least = 2;
  others[10].setting.clusters_given = false;
  others[11].setting.seeds = 10;
  for (const Cell& other : others) EXPECT_NE(base.key(), other.key());
}

TEST(Cell, ADrawIsPartOfALargerOne) {
  const Sets sets("");
  const Categories& truth = *sets.find("iris")->data.truth;
  const auto few = draw_side(truth, {Protocol::labels, 0.1}, 2),
             many = draw_side(truth, {Protocol::labels, 0.3}, 2);
  EXPECT_EQ(few.labels.size(), 15U);
  EXPECT_EQ(many.labels.size(), 45U);
  for (const Label& label : few.labels) {
    EXPECT_TRUE(std::ranges::any_of(many.labels, [&](const Label& other) { return other.row == label.row; }));
  }
  const auto without = draw_side(truth, {Protocol::pairs, 1, 0, false}, 0);
  for (const Link& link : without.links) EXPECT_EQ(link.kind, LinkKind::must);
  EXPECT_LT(without.links.size(), draw_side(truth, {Protocol::pairs, 1}, 0).links.size());
}

TEST(Cell, EveryClassGetsItsLabels) {
  const Sets sets("");
  const Categories& truth = *sets.find("clouds/980-10-10@14")->data.truth;
  const auto plain = draw_side(truth, {Protocol::labels, 0.005}, 1);
  const auto filled = draw_side(truth, {.protocol = Protocol::labels, .share = 0.005, .at_least = 2}, 1);
  std::vector<std::size_t> labels(3);
  for (const Label& label : filled.labels) {
    EXPECT_EQ(label.label, truth.ids[label.row]);
    ++labels[label.label];
  }
  EXPECT_EQ(std::ranges::min(labels), 2U);
  for (const Label& label : plain.labels) {
    EXPECT_TRUE(
        std::ranges::any_of(filled.labels, [&](const Label& other) { return other.row == label.row; }));
  }
  EXPECT_TRUE(std::ranges::is_sorted(filled.labels, std::ranges::less_equal{}, &Label::row));
}

TEST(Cell, SeveralSeedsAreMeasuredByTheirAgreement) {
  const Sets sets("");
  Cell cell{"clouds/500-500@14", "k-means", {}, {}};
  cell.setting.seeds = 3;
  EXPECT_NEAR(run_cell(cell, *sets.find(cell.set)).nmi, 1, 1e-12);
  cell.set = "segmentation";  // no two runs of one start are alike
  cell.setting.seeds = 4;
  const double nmi = run_cell(cell, *sets.find(cell.set)).nmi;
  EXPECT_GT(nmi, 0.5);
  EXPECT_LT(nmi, 1);
}

TEST(Cell, TheNumberOfClustersMayBeToFind) {
  const Sets sets("");
  Cell cell{"clouds/500-300-200@14", "comac", {}, {}};
  EXPECT_EQ(run_cell(cell, *sets.find(cell.set)).off, 0);
  cell.setting.clusters_given = false;
  EXPECT_EQ(run_cell(cell, *sets.find(cell.set)).off, 0);
  cell.system = "k-means";  // which can't
  EXPECT_TRUE(std::isnan(run_cell(cell, *sets.find(cell.set)).nmi));
}

TEST(Cell, ARefusalIsAResult) {
  const Sets sets("");
  const Cell cell{"iris", "mixmod", {Protocol::two_classes, 0.2}, {}};
  const Measurement refused = run_cell(cell, *sets.find("iris"));
  EXPECT_TRUE(std::isnan(refused.nmi));
  EXPECT_NE(refused.refusal, "");
}

TEST(Sets, AreThoseOfThePaper) {
  const Sets sets("");
  const auto shape = [&](const char* name) {
    const PaperSet& set = *sets.find(name);
    return std::vector{set.data.table.rows, set.data.table.columns, set.classes()};
  };
  using Shape = std::vector<std::size_t>;
  EXPECT_EQ(shape("glass"), (Shape{214, 9, 6}));
  EXPECT_EQ(shape("iris"), (Shape{150, 4, 3}));
  EXPECT_EQ(shape("segmentation"), (Shape{210, 5, 7}));
  EXPECT_EQ(shape("vertebral"), (Shape{310, 6, 3}));
  EXPECT_EQ(shape("wine"), (Shape{178, 13, 3}));
  EXPECT_EQ(shape("ionosphere"), (Shape{351, 33, 2}));
  EXPECT_EQ(shape("circles"), (Shape{180, 2, 3}));
  EXPECT_EQ(sets.find("ecoli"), nullptr);
  EXPECT_EQ(sets.find("shapes/ring"), nullptr);
  EXPECT_EQ(sets.find("links/iris"), nullptr);
  ASSERT_EQ(sets.missing().size(), 2 + shape_sets().size() + linked_sets().size());
  EXPECT_EQ(sets.missing()[0], "Ecoli");
  EXPECT_EQ(sets.missing()[1], "User");
  EXPECT_THROW(sets.find("irris"), Error);
}

TEST(Sets, FindsTheOthersInTheDataFolder) {
  const char* folder = std::getenv("COMAC_DATA");
  if (folder == nullptr)
    GTEST_SKIP() << "COMAC_DATA names no folder with ecoli.csv, user.csv, shapes and links";
  const Sets sets(folder);
  EXPECT_TRUE(sets.missing().empty());
  EXPECT_EQ(sets.find("ecoli")->data.table.rows, 327U);
  EXPECT_EQ(sets.find("ecoli")->data.table.columns, 5U);
  EXPECT_EQ(sets.find("ecoli")->classes(), 5U);
  EXPECT_EQ(sets.find("user")->data.table.rows, 403U);

  const PaperSet& noisy = *sets.find("shapes/ring_noisy");
  EXPECT_EQ(noisy.data.table.rows, 1050U);
  EXPECT_EQ(noisy.classes(), 2U);
  EXPECT_EQ(std::ranges::count(noisy.data.truth->ids, unknown_category), 43);

  const PaperSet& linked = *sets.find("links/iris");
  const SideInformation known = linked.links(0.15, 3);
  EXPECT_NEAR(static_cast<double>(known.links.size()), 0.15 * 150, 2);
  for (const Link& link : known.links) {
    const bool together = linked.data.truth->ids[link.first] == linked.data.truth->ids[link.second];
    EXPECT_EQ(link.kind == LinkKind::must, together);
  }
  EXPECT_TRUE(linked.links(0, 3).links.empty());
  EXPECT_THROW(linked.links(0.15, 10), Error);
}

}  // namespace
}  // namespace comac::experiments
