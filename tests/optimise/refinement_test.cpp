// SPDX-License-Identifier: MIT
#include "comac/optimise/refinement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "comac/chain/neighbour_chain.hpp"
#include "comac/constraints/propagate.hpp"
#include "comac/cost/information.hpp"
#include "comac/cost/sparse_cost.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

/// Rows of blobs on a 5-NN graph, with some labels and links, and a cost at a random start.
struct Scene {
  Scene(std::uint64_t seed, std::size_t rows, std::size_t the_clusters, double the_beta)
      : random(seed),
        clusters(the_clusters),
        beta(the_beta),
        chain(graph(rows)),
        constraints(propagate(
            test::truthful_side(random, test::random_clusters(random, rows, 4), {rows / 20, rows / 20, 4}),
            rows, OnConflict::error)),
        states(chain, constraints.components),
        cost(states, Partition(clusters, test::random_clusters(random, groups().count(), clusters)), beta) {}

  const Groups& groups() const { return constraints.components; }
  double oracle() const {
    return information(chain, cost.partition().cluster_of_row(groups()), clusters, beta).cost();
  }
  void refine() {
    Refinement<SparseCost> refinement(groups(), constraints.exclusive, clusters);
    std::size_t sweeps = 0;
    while (refinement.sweep(cost) && ++sweeps < 100) continue;
    ASSERT_LT(sweeps, 100U);
  }
  bool allowed(std::size_t group, std::uint32_t cluster) const {
    return std::ranges::none_of(constraints.exclusive.of(group),
                                [&](auto other) { return cost.partition().of(other) == cluster; });
  }
  /// Tries the move and takes it back; the promise itself is tested elsewhere.
  double gain(std::uint32_t group, std::uint32_t to) {
    const std::uint32_t own = cost.partition().of(group);
    const double before = oracle();
    cost.apply(group, to);
    const double after = oracle();
    cost.apply(group, own);
    return before - after;
  }

  Random random;
  std::size_t clusters;
  double beta;
  SparseChain chain;
  Constraints constraints;
  GroupedSparseChain states;
  SparseCost cost;

 private:
  SparseChain graph(std::size_t rows) {
    const Progress none;
    ProgressGate gate(none);
    return neighbour_chain(test::blobs(random, rows, 2, 4), {.neighbours = 6}, gate).chain;
  }
};

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
      const auto near = scene.cost.near(group, 4);
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

TEST(Refinement, LooksAroundUntilAllHaveSeenWhatIsThere) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Scene scene(seed, 400, 40, 0.5);
    Sequential<SparseCost> moves(scene.groups(), scene.constraints.exclusive, scene.clusters);
    double before = scene.oracle();
    while (moves.sweep(scene.cost, {}, Breadth::near) || moves.sweep(scene.cost, {}, Breadth::around)) {
      ASSERT_LT(scene.oracle(), before);
      before = scene.oracle();
    }
    for (std::uint32_t group = 0; group < scene.groups().count(); ++group) {
      ASSERT_FALSE(scene.cost.stirred(group, scene.clusters)) << group;
    }
  }
}

TEST(Refinement, NearClustersAreThoseOfTheLargestFlow) {
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
    const auto near = scene.cost.near(group, 3);
    ASSERT_TRUE(std::ranges::is_sorted(near));
    ASSERT_EQ(near.size(), std::min<std::size_t>(
                               3, scene.clusters - static_cast<std::size_t>(std::ranges::count(flow, 0.0))));
    double least = 1;
    for (const auto y : near) least = std::min(least, flow[y]), flow[y] = 0;
    ASSERT_LE(*std::ranges::max_element(flow), least + 1e-15);
  }
}

TEST(Refinement, AMoveStirsTheGroupAndItsNeighboursOnly) {
  Scene scene(2, 80, 4, 0.5);
  for (std::uint32_t group = 0; group < scene.groups().count(); ++group) scene.cost.settle(group, 8);
  scene.cost.apply(7, (scene.cost.partition().of(7) + 1) % 4);
  std::set<std::uint32_t> expected{7};
  for (const auto x : scene.groups().members(7)) {
    for (const auto other : scene.chain.from(x).state) expected.insert(scene.groups().group_of(other));
  }
  for (std::uint32_t group = 0; group < scene.groups().count(); ++group) {
    EXPECT_EQ(scene.cost.stirred(group, 4), expected.contains(group)) << group;
  }
}

}  // namespace
}  // namespace comac
