// SPDX-License-Identifier: MIT
#include "select/yardstick.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"

namespace comac {
namespace {

TEST(Yardstick, IsTheMeanDifferenceAndItsStandardError) {
  const std::vector<double> simpler{1, 2, 3, 2}, candidate{0, 2, 1, 1};
  const HeldOut held_out = compare_held_out(simpler, candidate);
  EXPECT_DOUBLE_EQ(held_out.bits_simpler, 2);
  EXPECT_DOUBLE_EQ(held_out.bits, 1);
  EXPECT_DOUBLE_EQ(held_out.gain(), 1);
  EXPECT_DOUBLE_EQ(held_out.standard_error, std::sqrt(2.0 / 3 / 4));  // differences 1 0 2 1
  EXPECT_TRUE(replaces(held_out));
}

TEST(Yardstick, TheSimplerWinsTiesAndSingleItems) {
  const std::vector<double> same{1, 2, 3}, one{5}, less{1};
  EXPECT_FALSE(replaces(compare_held_out(same, same)));
  EXPECT_FALSE(replaces(compare_held_out(one, less)));
  EXPECT_FALSE(replaces(compare_held_out({}, {})));
}

/// A candidate that differs by noise alone is taken in about one case of six: that is what one standard
/// error means.
TEST(Yardstick, NoiseSeldomReplacesTheSimpler) {
  Random random(1);
  int taken = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<double> simpler(50), candidate(50);
    for (double& bits : simpler) bits = random.normal();
    for (double& bits : candidate) bits = random.normal();
    taken += replaces(compare_held_out(simpler, candidate)) ? 1 : 0;
  }
  EXPECT_NEAR(taken, 160, 40);
}

std::vector<Link> links_of(const std::vector<LinkKind>& kinds) {
  std::vector<Link> links;
  for (const LinkKind kind : kinds) links.emplace_back().kind = kind;
  return links;
}

TEST(BitsOfLinks, AreThoseOfTheOtherLinksThatLookAlike) {
  const auto must = LinkKind::must, cannot = LinkKind::cannot;
  const auto bits = bits_of_links(links_of({must, must, must, cannot, cannot}), {1, 1, 1, 0, 1});
  // Rows together: three must-links and a cannot-link; each sees the other three.
  for (int i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(bits[static_cast<std::size_t>(i)], -std::log2(2.5 / 4));
  EXPECT_DOUBLE_EQ(bits[3], 1);  // nothing looks like it
  EXPECT_DOUBLE_EQ(bits[4], -std::log2(0.5 / 4));
}

/// One large cluster says the same of every link: it costs the entropy of the kinds, not less, however many
/// links it happens to agree with.
TEST(BitsOfLinks, OfClustersThatTellNothingAreTheEntropyOfTheKinds) {
  std::vector<LinkKind> kinds(1000, LinkKind::must);
  for (std::size_t i = 0; i < 100; ++i) kinds[10 * i] = LinkKind::cannot;
  const auto bits = bits_of_links(links_of(kinds), std::vector<char>(1000, 1));
  double mean = 0;
  for (const double b : bits) mean += b / 1000;
  EXPECT_NEAR(mean, -0.9 * std::log2(0.9) - 0.1 * std::log2(0.1), 0.01);
}

/// Nine links: window of two on each side; near rows must be together, far ones apart.
TEST(BitsOfLinksAt, ComeFromLinksOfSimilarLength) {
  const auto must = LinkKind::must, cannot = LinkKind::cannot;
  const auto links = links_of({must, must, must, must, cannot, cannot, cannot, cannot, cannot});
  const auto bits = bits_of_links_at(links, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_DOUBLE_EQ(bits[0], -std::log2(2.5 / 3));  // 2 and 3 are must-links
  EXPECT_DOUBLE_EQ(bits[3], -std::log2(2.5 / 5));  // two of 2, 3, 5, 6
  EXPECT_DOUBLE_EQ(bits[8], -std::log2(2.5 / 3));
}

TEST(BitsOfGuesses, SpreadWrongOnesOverTheOtherClasses) {
  const auto bits = bits_of_guesses({true, true, true, false}, 5);
  EXPECT_DOUBLE_EQ(bits[0], -std::log2(2.5 / 4));
  EXPECT_DOUBLE_EQ(bits[3], -std::log2(0.5 / 4) + 2);
}

}  // namespace
}  // namespace comac
