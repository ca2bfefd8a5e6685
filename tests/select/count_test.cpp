// SPDX-License-Identifier: MIT
#include "select/count.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

namespace comac {
namespace {

using Values = std::vector<double>;

/// Blocks of so many states, equal masses, that let go little of it, each to the next.
SparseChain chain_of_blocks(const std::vector<std::uint32_t>& sizes, double leak) {
  std::uint32_t states = 0;
  for (const auto size : sizes) states += size;
  Eigen::MatrixXd joint = Eigen::MatrixXd::Zero(states, states);
  std::uint32_t first = 0;
  for (const auto size : sizes) {
    joint.block(first, first, size, size).setConstant(1.0 / size);
    first += size;
    if (first < states) joint(first - 1, first) = joint(first, first - 1) = leak;
  }
  joint /= joint.sum();
  SparseMatrix sparse;
  for (std::uint32_t i = 0; i < states; ++i) {
    for (std::uint32_t j = 0; j < states; ++j) {
      if (joint(i, j) > 0) sparse.columns.push_back(j), sparse.values.push_back(joint(i, j));
    }
    sparse.offsets.push_back(sparse.columns.size());
  }
  return SparseChain::reversible(std::move(sparse));
}

TEST(CompareCounts, IsTheMeanGapOverTheScales) {
  const auto counts = compare_counts(Values{1, 0.9, 0.5}, 2, 4);
  ASSERT_EQ(counts.size(), 3U);
  double gap = 0;
  for (int t = 0; t <= 34; ++t)
    gap += std::pow(0.9, std::pow(2, t / 2.0)) - std::pow(0.5, std::pow(2, t / 2.0));
  EXPECT_EQ(counts[0].clusters, 2U);
  EXPECT_NEAR(counts[0].gap, gap / 35, 1e-12);
  EXPECT_EQ(counts[2].gap, 0);  // no eigenvalue is known there
}

TEST(CompareCounts, FindsPiecesThatHardlyTouch) {
  EXPECT_EQ(clearest_count(compare_counts(Values{1, 0.9999, 0.9998, 0.6, 0.5, 0.4}, 2, 5)), 3U);
  EXPECT_EQ(clearest_count(compare_counts(Values{1, 0.99999, 0.7, 0.69, 0.68}, 2, 4)), 2U);
}

TEST(CompareCounts, OutliersAreNoClusters) {
  const SparseChain chain = chain_of_blocks({1, 40, 3, 30, 2, 1, 20}, 1e-4);
  const Progress quiet;
  ProgressGate gate(quiet);
  const Spectrum spectrum = leading_spectrum(chain, 20, 1, gate);
  EXPECT_EQ(clearest_count(compare_counts(spectrum.values, 1, 12)), 7U);
  const Values values = values_without_outliers(chain, spectrum);
  EXPECT_EQ(values.size(), spectrum.values.size() - 4);
  EXPECT_EQ(clearest_count(compare_counts(values, 1, 12)), 3U);
  const SparseChain clean = chain_of_blocks({40, 30, 20}, 1e-4);
  const Spectrum all = leading_spectrum(clean, 20, 1, gate);
  EXPECT_EQ(values_without_outliers(clean, all), all.values);
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
  const Values values{1, 0.9999, 0.5, 0.4, 0.3, 0.2};
  SideInformation said;
  for (std::uint32_t i = 0; i < 4; ++i) said.label(i, std::string(1, static_cast<char>('a' + i)));
  const Constraints constraints = propagate(said, 100, OnConflict::error);
  Options options;
  const auto counts = candidate_counts(values, 100, said, constraints, options);
  EXPECT_EQ(counts.front().clusters, 4U);
  EXPECT_EQ(counts.back().clusters, 12U);
  options.most_clusters = 3;
  EXPECT_EQ(candidate_counts(values, 100, said, constraints, options).size(), 1U);
  const SideInformation nothing;
  options.least_clusters = 3, options.most_clusters = 5;
  const auto few =
      candidate_counts(values, 100, nothing, propagate(nothing, 100, OnConflict::error), options);
  EXPECT_EQ(few.front().clusters, 3U);
  EXPECT_EQ(few.back().clusters, 5U);
}

}  // namespace
}  // namespace comac
