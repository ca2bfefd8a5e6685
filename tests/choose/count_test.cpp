// SPDX-License-Identifier: MIT
#include "choose/count.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace comac {
namespace {

Spectrum spectrum_with(std::vector<double> values) {
  Spectrum spectrum;
  spectrum.pairs = values.size();
  spectrum.values = std::move(values);
  spectrum.masses.assign(100, 0.01);
  return spectrum;
}

TEST(CompareCounts, IsTheMeanGapOverTheScales) {
  const Spectrum spectrum = spectrum_with({1, 0.9, 0.5});
  const auto counts = compare_counts(spectrum, 2, 4);
  ASSERT_EQ(counts.size(), 3U);
  double gap = 0;
  for (int t = 0; t <= 34; ++t)
    gap += std::pow(0.9, std::pow(2, t / 2.0)) - std::pow(0.5, std::pow(2, t / 2.0));
  EXPECT_EQ(counts[0].clusters, 2U);
  EXPECT_NEAR(counts[0].gap, gap / 35, 1e-12);
  EXPECT_EQ(counts[2].gap, 0);  // no eigenvalue is known there
}

TEST(CompareCounts, FindsPiecesThatHardlyTouch) {
  EXPECT_EQ(clearest_count(compare_counts(spectrum_with({1, 0.9999, 0.9998, 0.6, 0.5, 0.4}), 2, 5)), 3U);
  EXPECT_EQ(clearest_count(compare_counts(spectrum_with({1, 0.99999, 0.7, 0.69, 0.68}), 2, 4)), 2U);
}

TEST(NeededClusters, AreThoseOfClassesAndOfCliques) {
  SideInformation said;
  EXPECT_EQ(needed_clusters(said, propagate(said, 6, OnConflict::error)), 1U);
  said.label(0, "a"), said.label(1, "b");
  EXPECT_EQ(needed_clusters(said, propagate(said, 6, OnConflict::error)), 2U);
  SideInformation links;
  for (std::uint32_t i = 0; i < 4; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) links.cannot(i, j);
  }
  EXPECT_EQ(needed_clusters(links, propagate(links, 6, OnConflict::error)), 4U);
  SideInformation doubted;
  doubted.label(0, "a", 0.9), doubted.label(1, "b", 0.9);
  EXPECT_EQ(needed_clusters(doubted, propagate(doubted, 6, OnConflict::error)), 1U);
}

TEST(CandidateCounts, StayInTheRangeButNeverBelowWhatIsNeeded) {
  const Spectrum spectrum = spectrum_with({1, 0.9999, 0.5, 0.4, 0.3, 0.2});
  SideInformation said;
  for (std::uint32_t i = 0; i < 4; ++i) said.label(i, std::string(1, static_cast<char>('a' + i)));
  const Constraints constraints = propagate(said, 100, OnConflict::error);
  Options options;
  const auto counts = candidate_counts(spectrum, said, constraints, options);
  EXPECT_EQ(counts.front().clusters, 4U);
  EXPECT_EQ(counts.back().clusters, 12U);
  options.most_clusters = 3;
  EXPECT_EQ(candidate_counts(spectrum, said, constraints, options).size(), 1U);
  const SideInformation nothing;
  options.least_clusters = 3, options.most_clusters = 5;
  const auto few = candidate_counts(spectrum, nothing, propagate(nothing, 100, OnConflict::error), options);
  EXPECT_EQ(few.front().clusters, 3U);
  EXPECT_EQ(few.back().clusters, 5U);
}

}  // namespace
}  // namespace comac
