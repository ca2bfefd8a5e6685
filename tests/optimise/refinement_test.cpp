// SPDX-License-Identifier: MIT
#include "optimise/refinement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "cost/sparse_cost.hpp"
#include "support/sparse_scene.hpp"

namespace comac {
namespace {

using Scene = test::SparseScene;

TEST(Refinement, LeavesNoSingleMoveThatGains) {
  for (const double beta : {0.5, 0.2, 0.9}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      Scene scene(seed, 60, seed < 4 ? 4 : 35, beta);
      scene.refine();
      for (std::uint32_t group = 0; group < scene.groups().count(); ++group) {
        if (!scene.allowed(group, scene.cost.partition().of(group))) continue;
        for (std::uint32_t y = 0; y < scene.clusters; ++y) {
          if (!scene.allowed(group, y)) continue;
          ASSERT_LT(scene.gain(group, y), 1e-10) << beta << " " << seed;
        }
      }
    }
  }
}

TEST(Refinement, LeavesNoSwapTowardsANearestClusterThatGains) {
  std::size_t gained = 0, judged = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Scene scene(seed, 200, 9, 0.5);
    const double before = scene.oracle();
    Swaps<SparseCost> swaps(scene.constraints.exclusive);
    while (swaps.sweep(scene.cost)) continue;
    gained += scene.oracle() < before - least_gain ? 1 : 0;
    for (std::uint32_t group = 0; group < scene.groups().count(); ++group) {
      if (scene.constraints.exclusive.of(group).empty()) continue;
      const auto near = scene.cost.near(group, 4, scene.cost.own()).clusters;
      for (const auto y : std::vector<std::uint32_t>(near.begin(), near.end())) {
        const bool single = scene.allowed(group, y);  // a single move, which is not a swap
        if (y == scene.cost.partition().of(group) || single) continue;
        const auto& chain = swaps.chain_of(group, y, scene.cost.partition());
        ASSERT_GE(scene.cost.delta_of(chain), -least_gain) << seed;
        ++judged;
      }
    }
  }
  EXPECT_EQ(gained, 30U);
  EXPECT_GT(judged, 100U);
}

}  // namespace
}  // namespace comac
