// SPDX-License-Identifier: MIT
#include "figures/sheets.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace comac::experiments {
namespace {

Block::Line line(const std::string& series, double at_0, double at_10, std::size_t runs = 10) {
  return {series, false, {{0, {at_0, 0, runs}}, {10, {at_10, 0, runs}}}};
}

/// Two sets, two levels; mixmod refused a draw, and a published line is better than all.
std::vector<Block> blocks() {
  Block block{"labels",
              Score::nmi,
              {{"A", {line("comac", .5, .8), line("k-means", .515, .6), line("mixmod", .9, .9, 9)}},
               {"B", {line("comac", .4, .7), line("k-means", .3, .83), line("mixmod", .1, .1, 9)}}}};
  block.panels[0].lines.push_back(line("genie (published)", 1, 1));
  block.panels[0].lines.back().published = true;
  block.mean = {"Mean of the sets",
                {line("comac", .45, .75), line("k-means", .4075, .715), line("mixmod", .5, .5, 9)}};
  return {block};
}

const std::vector<Goal> goals = {{"some labels", "labels", {0, 10}, {.3, NAN}, {.44, .76}}};

TEST(Sheets, FiguresAreShort) {
  EXPECT_EQ(figures_text({.5, 1, -.02, NAN}), ".500 1.000 -.020 -");
  EXPECT_EQ(figures_text({}), "-");
}

TEST(Sheets, GoalsStandBesideWhatWasMeasuredAndTheBestOther) {
  const Sheet sheet = goals_sheet(goals, blocks());
  ASSERT_EQ(sheet.rows.size(), 1U);
  EXPECT_EQ(sheet.rows[0], (std::vector<std::string>{"some labels", ".300 -", ".440 .760", ".450 .750",
                                                     ".407 .715 (k-means)"}));
  EXPECT_TRUE(goals_sheet({{"other", "pairs", {0}, {}, {}}}, blocks()).rows.empty());
}

TEST(Sheets, ComacIsBehindWhereAnotherIsBetterByMoreThanTwoHundredths) {
  const Sheet sheet = standing_sheet(goals, blocks());
  ASSERT_EQ(sheet.rows.size(), 1U);  // .015 is near enough
  EXPECT_EQ(sheet.rows[0],
            (std::vector<std::string>{"some labels", "B", "10 %", ".700", "k-means .830", ".130"}));
  EXPECT_TRUE(sheet.note.starts_with("In 3 of 4 cells (set and level), 75.0 %,")) << sheet.note;
  EXPECT_NE(sheet.note.find("in 1 it is more than .10 behind"), std::string::npos) << sheet.note;
}

}  // namespace
}  // namespace comac::experiments
