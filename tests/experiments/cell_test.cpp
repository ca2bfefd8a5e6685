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
  std::vector<Cell> others(9, base);
  others[0].set = "wine";
  others[1].system = "comac-seq";
  others[2].side.protocol = Protocol::two_classes;
  others[3].side.share = 0.3;
  others[4].side.wrong = 0;
  others[5].setting.beta = 0.25;
  others[6].setting.neighbours = 7;
  others[7].setting.trust = automatic_trust;
  others[8].draw = 4;
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
  EXPECT_EQ(sets.missing(), (std::vector<std::string>{"Ecoli", "User"}));
  EXPECT_THROW(sets.find("irris"), Error);
}

TEST(Sets, FindsEcoliAndUserInTheDataFolder) {
  const char* folder = std::getenv("COMAC_DATA");
  if (folder == nullptr) GTEST_SKIP() << "COMAC_DATA names no folder with ecoli.csv and user.csv";
  const Sets sets(folder);
  EXPECT_TRUE(sets.missing().empty());
  EXPECT_EQ(sets.find("ecoli")->data.table.rows, 327U);
  EXPECT_EQ(sets.find("ecoli")->data.table.columns, 5U);
  EXPECT_EQ(sets.find("ecoli")->classes(), 5U);
  EXPECT_EQ(sets.find("user")->data.table.rows, 403U);
}

}  // namespace
}  // namespace comac::experiments
