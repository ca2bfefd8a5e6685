// SPDX-License-Identifier: MIT
#include "optimise/batch_moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "chain/neighbour_chain.hpp"
#include "constraints/colouring.hpp"
#include "constraints/propagate.hpp"
#include "cost/low_rank_cost.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

const Progress silent;
constexpr std::size_t rows = 900, clusters = 6, at_once = 64;

/// A chain of blobs, random clusters to begin with, and rows that exclude one another.
struct Scene {
  explicit Scene(std::uint64_t seed)
      : random(seed),
        chain(spectrum_of(test::blobs(random, rows, 3, clusters, 1)), 8),
        constraints(propagate(cannot_links(random), rows, OnConflict::drop)),
        states(chain, constraints.components),
        cost(states, Partition(clusters, greedy_colouring(constraints.components, constraints.exclusive,
                                                          clusters, random))) {}
  static Spectrum spectrum_of(const Table& table) {
    ProgressGate gate(silent);
    NeighbourChainOptions options;
    options.neighbours = 8;
    return leading_spectrum(neighbour_chain(table, options, gate).chain, 10, 1, gate);
  }
  static SideInformation cannot_links(Random& random) {
    SideInformation said;
    while (said.links.size() < 100) {
      const auto a = static_cast<std::uint32_t>(random.below(rows));
      const auto b = static_cast<std::uint32_t>(random.below(rows));
      if (a != b) said.links.push_back({a, b, LinkKind::cannot, {}});
    }
    return said;
  }

  Random random;
  LowRankChain chain;
  Constraints constraints;
  Grouped<LowRankChain> states;
  LowRankCost cost;
};

BatchMoves<LowRankCost> moves_of(const Scene& scene, std::size_t threads) {
  return {scene.constraints.components, scene.constraints.exclusive, clusters, threads, {1, at_once}};
}

TEST(BatchMoves, LowerTheCostUntilNoMoveGainsAndHonourWhatIsExcluded) {
  Scene scene(1);
  auto moves = moves_of(scene, 2);
  double before = scene.cost.value();
  while (moves.sweep(scene.cost)) {
    EXPECT_LT(scene.cost.value(), before);
    before = scene.cost.value();
    ASSERT_TRUE(is_proper(scene.constraints.exclusive, scene.cost.partition().cluster_of_group()));
  }
  LowRankCost anew(scene.states, scene.cost.partition());
  EXPECT_NEAR(anew.value(), scene.cost.value(), 1e-9);
  Sequential<LowRankCost> one_by_one(scene.constraints.components, scene.constraints.exclusive, clusters);
  EXPECT_FALSE(one_by_one.sweep(scene.cost));
}

TEST(BatchMoves, AreTheSameForAnyNumberOfThreads) {
  std::vector<std::vector<std::uint32_t>> ends;
  for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
    Scene scene(2);
    auto moves = moves_of(scene, threads);
    while (moves.sweep(scene.cost)) continue;
    ends.push_back(scene.cost.partition().cluster_of_group());
    EXPECT_EQ(ends.front(), ends.back());
  }
}

TEST(BatchMoves, EndAsLowAsMovesOneByOne) {
  Scene batches(3), single(3);
  auto moves = moves_of(batches, 2);
  Sequential<LowRankCost> one_by_one(single.constraints.components, single.constraints.exclusive, clusters);
  while (moves.sweep(batches.cost)) continue;
  while (one_by_one.sweep(single.cost)) continue;
  EXPECT_NEAR(batches.cost.value(), single.cost.value(), 0.02 * std::abs(single.cost.value()));
}

TEST(BatchMoves, StopBetweenBatches) {
  Scene scene(4);
  auto moves = moves_of(scene, 1);
  int asked = 0;
  moves.sweep(scene.cost, [&] { return ++asked == 2; });
  EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace comac
