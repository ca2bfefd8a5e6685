// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "systems/scenes.hpp"

namespace comac {
namespace {

Result cop(const Scene& scene, const SideInformation& known, std::size_t clusters) {
  Options options;
  options.clusters = clusters;
  options.search.restarts = 10;
  return run("cop-k-means", scene.table, known, options);
}

TEST(CopKMeans, SolvesACaseByHand) {
  // 0 and 1 are near, but may not share a cluster; 10 must be with 1. Best: {0, 2}, {1, 10, 11}.
  Scene scene{{5, 1, {0, 1, 2, 10, 11}, {}}, {}};
  SideInformation known;
  known.links = {{0, 1, LinkKind::cannot, {}}, {1, 3, LinkKind::must, {}}};
  const Result result = cop(scene, known, 2);
  EXPECT_TRUE(result.certificate.violated().empty());
  EXPECT_EQ(result.cluster[0], result.cluster[2]);
  EXPECT_EQ(result.cluster[1], result.cluster[4]);
  const double mean = 22.0 / 3;
  EXPECT_NEAR(result.cost,
              2 + (1 - mean) * (1 - mean) + (10 - mean) * (10 - mean) + (11 - mean) * (11 - mean), 1e-12);
}

TEST(CopKMeans, NeverBreaksLabels) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Scene scene = blobs(60, 2, 4, 0.5, seed);
    EXPECT_TRUE(cop(scene, labels(scene, 3), 4).certificate.violated().empty());
  }
}

TEST(CopKMeans, NeverBreaksSparsePairs) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Scene scene = blobs(90, 2, 3, 2, seed);
    EXPECT_TRUE(cop(scene, links(scene, 30, seed), 3).certificate.violated().empty());
  }
}

TEST(CopKMeans, SaysSoIfItHadToBreakALink) {
  const Scene scene = blobs(10, 2, 2, 4);
  SideInformation known;
  known.links = {{0, 1, LinkKind::cannot, {}}, {0, 2, LinkKind::cannot, {}}, {1, 2, LinkKind::cannot, {}}};
  const Result result = cop(scene, known, 2);
  EXPECT_EQ(result.certificate.violated().size(), 1U);
  EXPECT_EQ(result.certificate.warnings.size(), 1U);
}

}  // namespace
}  // namespace comac
