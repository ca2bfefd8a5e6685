// SPDX-License-Identifier: MIT
#include "select/scales.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "chain/neighbour_chain.hpp"
#include "cost/information.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

const Progress silent;

NeighbourChainOptions near(std::size_t neighbours) {
  NeighbourChainOptions options;
  options.neighbours = neighbours;
  return options;
}

/// Rows in two columns around centres.
Table clouds(Random& random, const std::vector<std::array<double, 3>>& parts) {
  Table table{0, 2, {}, {}};
  for (const auto& [x, y, count] : parts) {
    for (int i = 0; i < static_cast<int>(count); ++i, ++table.rows) {
      table.values.push_back(x + random.normal()), table.values.push_back(y + random.normal());
    }
  }
  return table;
}

ScaleScan scan(const Table& table, std::size_t clusters, const SideInformation& said = {}) {
  ProgressGate gate(silent);
  NeighbourChainOptions chain_options;
  chain_options.kernel = Kernel::adaptive;
  const auto built = neighbour_chain(table, chain_options, gate);
  const Spectrum spectrum = leading_spectrum(built.chain, enough_pairs(clusters), 1, gate);
  const Constraints constraints = propagate(said, table.rows, OnConflict::error);
  Options options;
  options.clusters = clusters;
  options.threads = 1;
  return scan_scales(spectrum, {said, constraints}, options, gate);
}

std::vector<std::size_t> sizes(const std::vector<std::uint32_t>& cluster, std::size_t clusters) {
  std::vector<std::size_t> result(clusters, 0);
  for (const auto c : cluster) ++result[c];
  std::ranges::sort(result);
  return result;
}

TEST(Scales, InformationAtAScaleIsThatOfTheRelaxedChain) {
  Random random(1);
  ProgressGate gate(silent);
  const auto built = neighbour_chain(test::blobs(random, 60, 2, 3), near(8), gate);
  const Spectrum spectrum = leading_spectrum(built.chain, 60, 1, gate);
  const auto cluster = test::random_clusters(random, 60, 3);
  const auto found = information_at(spectrum, cluster, 3, {16, 64, 256});
  const double steps[] = {16, 64, 256};
  for (std::size_t t = 0; t < 3; ++t) {
    EXPECT_NEAR(found[t], information(LowRankChain(spectrum, steps[t]), cluster, 3, 0.5).cluster_information,
                1e-9);
  }
}

TEST(Scales, ASmallCloudBesideALargeOneIsFound) {
  Random random(2);
  const ScaleScan found = scan(clouds(random, {{0, 0, 950}, {14, 0, 50}}), 2);
  EXPECT_EQ(sizes(found.best().cluster_of_row, 2), (std::vector<std::size_t>{50, 950}));
  EXPECT_GT(found.best().steps, 2);
}

TEST(Scales, OfNestedScalesTheNumberOfClustersTellsWhich) {
  Random random(3);
  const Table pairs = clouds(random, {{0, 0, 60}, {7, 0, 60}, {60, 0, 60}, {67, 0, 60}});
  EXPECT_EQ(sizes(scan(pairs, 2).best().cluster_of_row, 2), (std::vector<std::size_t>{120, 120}));
  EXPECT_EQ(sizes(scan(pairs, 4).best().cluster_of_row, 4), (std::vector<std::size_t>{60, 60, 60, 60}));
}

TEST(Scales, OneOutlierIsNoCluster) {
  Random random(4);
  const ScaleScan found = scan(clouds(random, {{0, 0, 100}, {8, 0, 100}, {100, 100, 1}}), 2);
  EXPECT_GE(sizes(found.best().cluster_of_row, 2)[0], 95U);
}

TEST(Scales, FewRowsOneClusterAndNoStructureAreNoProblem) {
  Random random(5);
  EXPECT_EQ(sizes(scan(clouds(random, {{0, 0, 6}, {9, 0, 6}}), 2).best().cluster_of_row, 2),
            (std::vector<std::size_t>{6, 6}));
  EXPECT_EQ(sizes(scan(clouds(random, {{0, 0, 40}}), 1).best().cluster_of_row, 1),
            (std::vector<std::size_t>{40}));
  EXPECT_EQ(scan(clouds(random, {{0, 0, 200}}), 2).best().cluster_of_row.size(), 200U);
}

TEST(Scales, HardItemsHoldInEveryCandidate) {
  Random random(6);
  const Table table = clouds(random, {{0, 0, 80}, {8, 0, 80}});
  SideInformation said;
  said.label(0, "a"), said.label(1, "b"), said.label(159, "a");
  said.cannot(5, 6), said.must(7, 100);
  const ScaleScan found = scan(table, 2, said);
  for (const ScaleCandidate& candidate : found.candidates) {
    const auto& cluster = candidate.cluster_of_row;
    EXPECT_EQ(cluster[0], cluster[159]);
    EXPECT_NE(cluster[0], cluster[1]);
    EXPECT_NE(cluster[5], cluster[6]);
    EXPECT_EQ(cluster[7], cluster[100]);
  }
}

TEST(Scales, OneLabelledClassIsEnough) {
  Random random(7);
  SideInformation said;
  for (const std::uint32_t row : {0, 1, 2}) said.label(row, "a");
  const ScaleScan found = scan(clouds(random, {{0, 0, 80}, {9, 0, 20}}), 2, said);
  EXPECT_EQ(sizes(found.best().cluster_of_row, 2), (std::vector<std::size_t>{20, 80}));
}

TEST(Scales, WhatIsKeptIsTheMeanOverScales) {
  std::vector<ScaleCandidate> candidates(2);
  candidates[0] = {2, {}, 1.0, {1.0, 0.0}, 0};     // all at once, then nothing
  candidates[1] = {8, {}, 0.25, {0.25, 0.25}, 0};  // little, but it lasts
  EXPECT_EQ(choose_scale(candidates, {1.0, 0.25}), 1U);
  EXPECT_NEAR(candidates[0].kept, (1 + 0 + 2 * (1 + 0)) / 2.0, 1e-12);
  EXPECT_NEAR(candidates[1].kept, (0.25 + 1 + 2 * (1 + 1)) / 2.0, 1e-12);
}

}  // namespace
}  // namespace comac
