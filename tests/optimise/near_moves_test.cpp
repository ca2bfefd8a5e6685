// SPDX-License-Identifier: MIT
#include "optimise/near_moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "cost/sparse_cost.hpp"
#include "support/sparse_scene.hpp"

namespace comac {
namespace {

using Scene = test::SparseScene;

TEST(NearMoves, LooksAroundUntilAllHaveSeenWhatIsThere) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Scene scene(seed, 400, 40, 0.5);
    NearMoves<SparseCost> moves(scene.groups(), scene.constraints.exclusive, scene.clusters, 1);
    double before = scene.oracle();
    while (moves.sweep(scene.cost, 6) || moves.sweep(scene.cost, scene.clusters)) {
      ASSERT_LT(scene.oracle(), before);
      before = scene.oracle();
    }
    for (std::uint32_t group = 0; group < scene.groups().count(); ++group) {
      ASSERT_FALSE(moves.dirty(group, scene.clusters, scene.cost)) << group;
    }
  }
}

TEST(NearMoves, NearClustersAreThoseOfTheLargestFlow) {
  Scene scene(1, 100, 20, 0.5);
  for (std::uint32_t group = 0; group < scene.groups().count(); ++group) {
    std::vector<double> flow(scene.clusters, 0);
    for (const auto x : scene.groups().members(group)) {
      const Flows flows = scene.chain.from(x);
      for (std::size_t e = 0; e < flows.size(); ++e) {
        const std::uint32_t other = scene.groups().group_of(flows.state[e]);
        if (other != group) flow[scene.cost.partition().of(other)] += flows.mass[e];
      }
    }
    const auto near = scene.cost.near(group, 3, scene.cost.own()).clusters;
    ASSERT_TRUE(std::ranges::is_sorted(near));
    ASSERT_EQ(near.size(), std::min<std::size_t>(
                               3, scene.clusters - static_cast<std::size_t>(std::ranges::count(flow, 0.0))));
    double least = 1;
    for (const auto y : near) least = std::min(least, flow[y]), flow[y] = 0;
    ASSERT_LE(*std::ranges::max_element(flow), least + 1e-15);
  }
}

TEST(NearMoves, AMoveMakesTheGroupAndItsNeighboursDirtyAndNoOthers) {
  Scene scene(2, 80, 4, 0.5);
  DirtyGroups<SparseCost> dirty(scene.groups().count());
  for (std::uint32_t group = 0; group < scene.groups().count(); ++group) dirty.looked(group, 8);
  scene.cost.apply(7, (scene.cost.partition().of(7) + 1) % 4);
  dirty.moved(7, scene.cost);
  std::set<std::uint32_t> expected{7};
  for (const auto x : scene.groups().members(7)) {
    for (const auto other : scene.chain.from(x).state) expected.insert(scene.groups().group_of(other));
  }
  for (std::uint32_t group = 0; group < scene.groups().count(); ++group) {
    EXPECT_EQ(dirty.dirty(group, 4, scene.cost), expected.contains(group)) << group;
  }
}

TEST(NearMoves, OfManyGroupsAreTheSameForAnyNumberOfThreads) {
  for (const double beta : {0.5, 0.3}) {
    std::vector<std::vector<std::uint32_t>> ends;
    for (const std::size_t threads : {1U, 2U, 5U}) {
      Scene scene(3, 6000, 7, beta);
      scene.refine(threads);
      ASSERT_NEAR(scene.cost.value(), scene.oracle(), 1e-10);
      ends.push_back(scene.cost.partition().cluster_of_group());
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(ends[0], ends[2]);
  }
}

TEST(NearMoves, OfManyGroupsLeaveNothingThatGains) {
  Scene scene(4, 6000, 7, 0.5);
  scene.refine(2);
  std::vector<double> delta(scene.clusters);
  for (std::uint32_t group = 0; group < scene.groups().count(); ++group) {
    std::vector<std::uint32_t> allowed;
    for (std::uint32_t y = 0; y < scene.clusters; ++y) {
      if (scene.allowed(group, y)) allowed.push_back(y);
    }
    if (!scene.allowed(group, scene.cost.partition().of(group))) continue;
    scene.cost.deltas(group, allowed, delta);
    for (std::size_t i = 0; i < allowed.size(); ++i) ASSERT_GE(delta[i], -least_gain) << group;
  }
}

}  // namespace
}  // namespace comac
