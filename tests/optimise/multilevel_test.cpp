// SPDX-License-Identifier: MIT
#include "optimise/multilevel.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "chain/neighbour_chain.hpp"
#include "constraints/colouring.hpp"
#include "constraints/propagate.hpp"
#include "cost/information.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

SparseChain graph_of(const Table& table, std::size_t neighbours) {
  const Progress none;
  ProgressGate gate(none);
  return neighbour_chain(table, {.neighbours = neighbours, .kernel = Kernel::binary}, gate).chain;
}

std::size_t conflicts(const Adjacency& exclusive, const std::vector<std::uint32_t>& cluster) {
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < exclusive.vertices(); ++i) {
    for (const auto j : exclusive.of(i)) found += cluster[i] == cluster[j] ? 1 : 0;
  }
  return found;
}

/// Tries all colours one state after the other.
bool colourable(const Adjacency& exclusive, std::size_t colours, std::vector<std::uint32_t>& cluster,
                std::size_t at) {
  if (at == exclusive.vertices()) return true;
  for (std::uint32_t c = 0; c < colours; ++c) {
    const bool free =
        std::ranges::none_of(exclusive.of(at), [&](auto j) { return j < at && cluster[j] == c; });
    cluster[at] = c;
    if (free && colourable(exclusive, colours, cluster, at + 1)) return true;
  }
  return false;
}

Constraints truthful(Random& random, const std::vector<std::uint32_t>& truth, test::Said said) {
  return propagate(test::truthful_side(random, truth, said), truth.size(), OnConflict::error);
}

std::vector<std::uint32_t> start(const Level& level, MultilevelOptions options,
                                 const Progress& progress = {}) {
  ProgressGate gate(progress);
  return multilevel_start(level, options, refinement_by_sweeps(options.clusters, 25), gate).cluster_of_state;
}

RC_GTEST_PROP(Coarsening, NeverMakesAFeasibleLevelInfeasible, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t n = test::between(random, 4, 30), k = test::between(random, 2, 4);
  const SparseChain chain = graph_of(test::random_table(random, n, 2), 4);
  const auto truth = test::random_clusters(random, n, k);
  const Constraints constraints = truthful(random, truth, {random.below(4), random.below(2 * n), k});
  CoarseLevel level = contract(Level{contract(chain, constraints.components), constraints.exclusive},
                               Groups::singletons(constraints.components.count()));
  for (int pass = 0; pass < 4; ++pass) {
    const Groups groups = match_states(level, {.clusters = k}, random);
    for (std::uint32_t i = 0; i < level.exclusive.vertices(); ++i) {
      for (const auto j : level.exclusive.of(i)) RC_ASSERT(groups.group_of(i) != groups.group_of(j));
    }
    level = contract(level, groups);
    std::vector<std::uint32_t> cluster(level.exclusive.vertices());
    RC_ASSERT(colourable(level.exclusive, k, cluster, 0));
  }
}

TEST(Coarsening, KeepsToThePartsItIsGiven) {
  Random random(3);
  const SparseChain chain = graph_of(test::random_table(random, 200, 2), 6);
  const auto part = test::random_clusters(random, 200, 3);
  const Adjacency nothing(200, {});
  const Groups groups = match_states({chain, nothing}, {.clusters = 3, .part = part}, random);
  EXPECT_LT(groups.count(), 180U);
  for (std::size_t g = 0; g < groups.count(); ++g) {
    for (const auto x : groups.members(g)) EXPECT_EQ(part[x], part[groups.members(g)[0]]);
  }
}

TEST(Coarsening, ShrinksRowsThatAreEqualByTheHundred) {
  Random random(4);
  Table table = test::random_table(random, 640, 2);
  for (std::size_t r = 40; r < table.rows; ++r) {  // all of them have the same few neighbours
    for (std::size_t c = 0; c < 2; ++c) table.at(r, c) = table.at(r % 3, c);
  }
  const Adjacency nothing(640, {});
  CoarseLevel level = contract(Level{graph_of(table, 8), nothing}, Groups::singletons(640));
  for (int pass = 0; pass < 5; ++pass) level = contract(level, match_states(level, {.clusters = 2}, random));
  EXPECT_LT(level.chain.states(), 60U);
}

TEST(Coarsening, LeavesMergedStatesAsTheyAre) {
  Random random(6);
  const SparseChain chain = graph_of(test::random_table(random, 200, 2), 6);
  const Groups merged(test::random_clusters(random, 200, 120));
  const Adjacency nothing(200, {});
  const Groups groups = match_states({chain, nothing}, {.clusters = 3, .merged = &merged}, random);
  EXPECT_LT(groups.count(), merged.count());
  for (std::size_t g = 0; g < merged.count(); ++g) {
    const auto members = merged.members(g);
    if (members.size() == 1) continue;
    const auto now = groups.members(groups.group_of(members[0]));
    EXPECT_TRUE(std::ranges::equal(now, members));
  }
}

TEST(Multilevel, CostsOnEveryLevelAreThoseOfTheFinest) {
  Random random(4);
  const SparseChain chain = graph_of(test::blobs(random, 600, 2, 3), 6);
  const Adjacency nothing(600, {});
  const Refine sweeps = refinement_by_sweeps(3, 25);
  std::size_t levels = 0;
  const Refine checked = [&](const Level& level, std::vector<std::uint32_t> from, const StopCheck& stop) {
    const double before = information(level.chain, from, 3, 0.5).cost();
    LevelSolution found = sweeps(level, std::move(from), stop);
    EXPECT_NEAR(found.cost, information(level.chain, found.cluster_of_state, 3, 0.5).cost(), 1e-12);
    EXPECT_LE(found.cost, before + 1e-12);
    ++levels;
    return found;
  };
  const Progress none;
  ProgressGate gate(none);
  multilevel_start({chain, nothing}, {.clusters = 3, .threads = 1}, checked, gate);
  EXPECT_GT(levels, 20U);
}

TEST(Multilevel, TellsTheStartsOfTheBaseLevelAsTheyEnded) {
  Random random(4);
  const SparseChain chain = graph_of(test::blobs(random, 600, 2, 3), 6);
  const Adjacency nothing(600, {});
  const Progress none;
  ProgressGate gate(none);
  const CoarseStart start = multilevel_start({chain, nothing}, {.clusters = 3, .starts = 7, .threads = 2},
                                             refinement_by_sweeps(3, 25), gate);
  ASSERT_EQ(start.starts.size(), 7U);
  for (const RestartSummary& base : start.starts) {
    EXPECT_GT(base.sweeps, 2U);
    EXPECT_TRUE(base.converged);
    EXPECT_GE(base.cost, start.starts[start.best].cost);
  }
  const double cost = information(chain, start.cluster_of_state, 3, 0.5).cost();
  EXPECT_LE(cost, start.starts[start.best].cost + 1e-12) << "cycles and levels above only lower it";
}

TEST(Multilevel, HonoursHardConstraintsOnEveryLevel) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<std::uint32_t> truth(seed % 2 == 0 ? 3000 : 1500);  // larger and smaller than a base level
    for (std::size_t i = 0; i < truth.size(); ++i) truth[i] = static_cast<std::uint32_t>(i % 4);
    const SparseChain chain = graph_of(test::blobs(random, truth.size(), 3, 4), 6);
    const Constraints constraints = truthful(random, truth, {50, 400, 4});
    const Groups& components = constraints.components;
    const Adjacency between_rows = between_first_states(constraints.exclusive, components);
    const Refine sweeps = refinement_by_sweeps(4, 25);
    const Refine checked = [&](const Level& level, std::vector<std::uint32_t> from, const StopCheck& stop) {
      const std::size_t before = conflicts(level.exclusive, from);
      LevelSolution found = sweeps(level, std::move(from), stop);
      EXPECT_LE(conflicts(level.exclusive, found.cluster_of_state), before);
      return found;
    };
    const Progress none;
    ProgressGate gate(none);
    const auto cluster = multilevel_start({chain, between_rows},
                                          {.clusters = 4, .threads = 1, .merged = &components}, checked, gate)
                             .cluster_of_state;
    EXPECT_EQ(conflicts(between_rows, cluster), 0U) << seed;
    for (std::size_t x = 0; x < cluster.size(); ++x) {
      ASSERT_EQ(cluster[x], cluster[components.members(components.group_of(x))[0]]) << seed;
    }
  }
}

TEST(Multilevel, CyclesImproveAndNeverHarm) {
  std::size_t better = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    const SparseChain chain = graph_of(test::blobs(random, 600, 4, 8, 1), 8);  // no larger than a base level
    const Adjacency nothing(600, {});
    const auto cost = [&](std::size_t cycles) {
      const auto cluster =
          start({chain, nothing}, {.clusters = 8, .starts = 1, .cycles = cycles, .seed = seed});
      return information(chain, cluster, 8, 0.5).cost();
    };
    const double without = cost(0), with = cost(4);
    EXPECT_LE(with, without + 1e-12) << seed;
    better += with < without - 1e-9 ? 1 : 0;
  }
  EXPECT_GT(better, 3U);
}

TEST(Multilevel, FindsThePiecesOfADisconnectedGraph) {
  Random random(5);
  const SparseChain chain = graph_of(test::blobs(random, 5000, 3, 5, 1000), 6);
  const Adjacency nothing(5000, {});
  const auto cluster = start({chain, nothing}, {.clusters = 5});
  for (std::size_t i = 5; i < cluster.size(); ++i) ASSERT_EQ(cluster[i], cluster[i % 5]);
}

TEST(Multilevel, TakesPointsThatNobodyIsNear) {
  SparseMatrix joint;  // nothing but self-transitions
  for (std::uint32_t i = 0; i < 5000; ++i) {
    joint.columns.push_back(i);
    joint.values.push_back(1.0 / 5000);
    joint.offsets.push_back(i + 1);
  }
  const SparseChain chain = SparseChain::reversible(std::move(joint));
  const Adjacency nothing(5000, {});
  EXPECT_EQ(start({chain, nothing}, {.clusters = 3}).size(), 5000U);
}

TEST(Multilevel, DoesNotDependOnTheNumberOfThreads) {
  Random random(6);
  const SparseChain chain = graph_of(test::blobs(random, 6000, 4, 5), 8);
  const Adjacency nothing(6000, {});
  const Level level{chain, nothing};
  EXPECT_EQ(start(level, {.clusters = 5, .threads = 1}), start(level, {.clusters = 5, .threads = 4}));
}

TEST(Multilevel, ReturnsAPartitionWheneverItIsStopped) {
  Random random(7);
  const SparseChain chain = graph_of(test::blobs(random, 6000, 4, 5), 8);
  const Adjacency nothing(6000, {});
  for (int patience = 0; patience < 400; patience += 23) {
    int left = patience;
    const auto cluster = start({chain, nothing}, {.clusters = 5, .threads = 1},
                               [&](const ProgressEvent&) { return left-- > 0; });
    ASSERT_EQ(cluster.size(), 6000U);
    for (const auto c : cluster) ASSERT_LT(c, 5U);
  }
}

}  // namespace
}  // namespace comac
