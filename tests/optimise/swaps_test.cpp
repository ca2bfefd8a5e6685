// SPDX-License-Identifier: MIT
#include "optimise/swaps.hpp"

#include <gtest/gtest.h>

#include <set>

#include "cost/dense_cost.hpp"
#include "cost/information.hpp"
#include "fitted/solve.hpp"
#include "optimise/refinement.hpp"
#include "support/random_instances.hpp"
#include "support/relation.hpp"

namespace comac {
namespace {

using Rows = std::vector<std::uint32_t>;

struct Instance {
  explicit Instance(Random& random)
      : rows(test::between(random, 4, 10)),
        clusters(test::between(random, 2, 4)),
        beta(random.below(2) == 0 ? 0.5 : random.uniform()),
        chain(test::random_chain(random, rows, random.below(2) == 0)),
        start(test::random_clusters(random, rows, clusters)),
        exclusive(rows, edges(random)),
        groups(Groups::singletons(rows)),
        states(chain, groups),
        cost(states, Partition(clusters, start), beta) {}

  /// Pairs of different clusters: all hold at the start.
  std::vector<Adjacency::Edge> edges(Random& random) const {
    std::vector<Adjacency::Edge> result;
    for (std::size_t i = 0; i < rows; ++i) {
      const auto a = static_cast<std::uint32_t>(random.below(rows)),
                 b = static_cast<std::uint32_t>(random.below(rows));
      if (start[a] != start[b]) result.emplace_back(a, b);
    }
    return result;
  }

  bool holds(const Rows& cluster) const {
    for (std::uint32_t v = 0; v < rows; ++v) {
      for (const auto w : exclusive.of(v)) {
        if (cluster[v] == cluster[w]) return false;
      }
    }
    return true;
  }

  double oracle(const Rows& cluster) const { return information(chain, cluster, clusters, beta).cost(); }

  std::size_t rows, clusters;
  double beta;
  DenseChain chain;
  Rows start;
  Adjacency exclusive;
  Groups groups;
  GroupedChain states;
  DenseCost cost;
};

/// Grows a set by passing over all rows until nothing is added.
std::set<std::uint32_t> slow_chain(const Instance& instance, const Rows& cluster, std::uint32_t from,
                                   std::uint32_t other) {
  const std::uint32_t own = cluster[from];
  std::set<std::uint32_t> chain{from};
  for (std::size_t before = 0; before != chain.size();) {
    before = chain.size();
    for (std::uint32_t v = 0; v < instance.rows; ++v) {
      if (cluster[v] != own && cluster[v] != other) continue;
      for (const auto w : instance.exclusive.of(v)) {
        if (chain.contains(w)) chain.insert(v);
      }
    }
  }
  return chain;
}

Rows swapped(Rows cluster, const std::set<std::uint32_t>& chain, std::uint32_t own, std::uint32_t other) {
  for (const auto v : chain) cluster[v] = cluster[v] == own ? other : own;
  return cluster;
}

TEST(Swaps, AreTheChainsOfTheDefinitionAndTheirDeltasToo) {
  Random random(21);
  for (int i = 0; i < 2000; ++i) {
    Instance instance(random);
    Swaps<DenseCost> swaps(instance.exclusive);
    for (std::uint32_t v = 0; v < instance.rows; ++v) {
      for (std::uint32_t y = 0; y < instance.clusters; ++y) {
        if (y == instance.start[v]) continue;
        const auto chain = swaps.chain_of(v, y, instance.cost.partition());
        const auto expected = slow_chain(instance, instance.start, v, y);
        std::set<std::uint32_t> members;
        for (const Move& move : chain) members.insert(move.group);
        ASSERT_EQ(members, expected);
        ASSERT_EQ(members.size(), chain.size());
        const Rows after = swapped(instance.start, expected, instance.start[v], y);
        for (const Move& move : chain) ASSERT_EQ(move.to, after[move.group]);
        ASSERT_TRUE(instance.holds(after));
        ASSERT_NEAR(instance.cost.delta_of(chain), instance.oracle(after) - instance.oracle(instance.start),
                    1e-10);
      }
    }
  }
}

TEST(Swaps, EndWhereNeitherAMoveNorASwapGains) {
  Random random(22);
  for (int i = 0; i < 500; ++i) {
    Instance instance(random);
    Refinement<DenseCost> refinement(instance.groups, instance.exclusive, instance.clusters);
    std::size_t sweeps = 0;
    while (refinement.sweep(instance.cost) && ++sweeps < 200) continue;
    ASSERT_LT(sweeps, 200U);
    const Rows& end = instance.cost.partition().cluster_of_group();
    ASSERT_TRUE(instance.holds(end));
    for (std::uint32_t v = 0; v < instance.rows; ++v) {
      for (std::uint32_t y = 0; y < instance.clusters; ++y) {
        if (y == end[v]) continue;
        const Rows after = swapped(end, slow_chain(instance, end, v, y), end[v], y);
        ASSERT_GE(instance.oracle(after), instance.oracle(end) - 1e-10);
      }
    }
  }
}

TEST(Swaps, HonourEverythingInTenThousandFeasibleInstances) {
  std::size_t constrained = 0;
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    Random random(seed, 23);
    const std::size_t rows = test::between(random, 5, 14), clusters = test::between(random, 2, 4);
    const auto truth = test::random_clusters(random, rows, clusters);
    const SideInformation known =
        test::truthful_side(random, truth, {random.below(4), random.below(2 * rows), clusters});
    Options options;
    options.clusters = clusters, options.search.restarts = 1, options.threads = 1, options.seed = seed;
    const Progress none;
    ProgressGate gate(none);
    const Result result = solve(test::random_symmetric_chain(random, rows), known, options, gate);
    ASSERT_TRUE(honours(test::Relation(known, rows), result.cluster)) << seed;
    ASSERT_TRUE(result.certificate.violated().empty()) << seed;
    constrained += known.links.size() > rows / 2 ? 1 : 0;
  }
  EXPECT_GT(constrained, 5000U);
}

}  // namespace
}  // namespace comac
