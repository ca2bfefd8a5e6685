// SPDX-License-Identifier: MIT
#include "constraints/colouring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/random_instances.hpp"

namespace comac {
namespace {

using Colours = std::vector<std::uint32_t>;
using Edges = std::vector<Adjacency::Edge>;

Colours colour(const Groups& groups, const Edges& edges, std::size_t clusters, std::uint64_t seed = 1) {
  Random random(seed);
  return greedy_colouring(groups, Adjacency(groups.count(), edges), clusters, random);
}

TEST(GreedyColouring, WithoutCannotLinksIsRandom) {
  const Groups groups = Groups::singletons(40);
  std::set<std::uint32_t> seen;
  for (const auto c : colour(groups, {}, 3)) seen.insert(c);
  EXPECT_EQ(seen, (std::set<std::uint32_t>{0, 1, 2}));
  EXPECT_NE(colour(groups, {}, 3, 1), colour(groups, {}, 3, 2));
  EXPECT_EQ(colour(groups, {}, 3, 1), colour(groups, {}, 3, 1));
}

TEST(GreedyColouring, OthersGetTheFirstFreeColour) {
  const Groups groups = Groups::singletons(5);
  EXPECT_EQ(colour(groups, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 3), (Colours{0, 1, 0, 1, 0}));
  EXPECT_EQ(colour(groups, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}}, 3), (Colours{0, 1, 2, 0, 1}));
}

TEST(GreedyColouring, WithNoneFreeTakesTheOneWithTheFewestRows) {
  // Rows 0 and 4 form a component, so the first colour holds two rows that row 3 excludes.
  const Groups groups(std::vector<std::uint32_t>{0, 1, 2, 3, 0});
  EXPECT_EQ(colour(groups, {{0, 1}, {0, 3}, {1, 3}, {0, 2}, {2, 3}}, 2), (Colours{0, 1, 1, 0}));
  EXPECT_EQ(colour(groups, {{0, 1}, {0, 3}, {1, 3}}, 2)[3], 1U);
  // Equal numbers: the first.
  EXPECT_EQ(colour(Groups::singletons(3), {{0, 1}, {0, 2}, {1, 2}}, 2), (Colours{0, 1, 0}));
}

/// Algorithm 1 for components, by looking at all pairs.
Colours naive(const Groups& groups, const Edges& edges, std::size_t clusters, std::uint64_t seed) {
  Random random(seed);
  const std::set<Adjacency::Edge> apart(edges.begin(), edges.end());
  const auto exclude = [&](std::uint32_t a, std::uint32_t b) {
    return a != b && (apart.contains({a, b}) || apart.contains({b, a}));
  };
  Colours result;
  for (std::uint32_t c = 0; c < groups.count(); ++c) {
    bool alone = true;
    std::vector<std::size_t> conflicts(clusters, 0);
    for (std::uint32_t other = 0; other < groups.count(); ++other) {
      if (!exclude(c, other)) continue;
      alone = false;
      if (other < c) conflicts[result[other]] += groups.size(other);
    }
    std::uint32_t best = 0;
    for (std::uint32_t y = 1; y < clusters; ++y) best = conflicts[y] < conflicts[best] ? y : best;
    result.push_back(alone ? static_cast<std::uint32_t>(random.below(clusters)) : best);
  }
  return result;
}

Edges random_edges(Random& random, std::size_t vertices, std::size_t count) {
  Edges edges;
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<std::uint32_t>(random.below(vertices));
    edges.emplace_back(a, static_cast<std::uint32_t>(random.below(vertices)));
  }
  return edges;
}

TEST(GreedyColouring, IsAlgorithmOne) {
  Random random(5);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Groups groups(test::random_clusters(random, test::between(random, 1, 30), 12));
    const Edges edges = random_edges(random, groups.count(), random.below(40));
    const std::size_t clusters = test::between(random, 1, 5);
    ASSERT_EQ(colour(groups, edges, clusters, seed), naive(groups, edges, clusters, seed));
  }
}

Adjacency graph_of(std::size_t vertices, const Edges& edges) { return Adjacency(vertices, edges); }

TEST(RepairedColouring, ChangesOnlyWhatIsInConflict) {
  const Groups groups = Groups::singletons(5);
  const Adjacency path = graph_of(5, {{0, 1}, {1, 2}, {2, 3}});
  EXPECT_EQ(repaired_colouring(groups, path, 3, {2, 1, 2, 0, 2}), (Colours{2, 1, 2, 0, 2}));
  EXPECT_EQ(repaired_colouring(groups, path, 3, {2, 2, 1, 0, 2}), (Colours{2, 0, 1, 0, 2}));
}

TEST(RepairedColouring, ASingleConflictIsOneTooMany) {
  Random random(8);
  std::size_t repaired = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::size_t vertices = test::between(random, 2, 12);
    const Groups groups = Groups::singletons(vertices);
    const Adjacency graph = graph_of(vertices, random_edges(random, vertices, vertices));
    // More colours than any vertex has neighbours: row by row one is always free.
    std::size_t colours = 1;
    for (std::size_t v = 0; v < vertices; ++v) colours = std::max(colours, graph.of(v).size() + 1);
    const Colours preferred = test::random_clusters(random, vertices, colours);
    const Colours found = repaired_colouring(groups, graph, colours, preferred);
    ASSERT_TRUE(is_proper(graph, found));
    ASSERT_TRUE(!is_proper(graph, preferred) || found == preferred);
    repaired += is_proper(graph, preferred) ? 0 : 1;
  }
  EXPECT_GT(repaired, 300U);
}

TEST(RepairedColouring, TakesFeasibleColoursWhereItFails) {
  // 0 - 3 - 1 - 2 - 4 is a path: 0, 1 and 2 take colours that leave none for 3. The pair 5 - 6 is fine.
  const Groups groups = Groups::singletons(7);
  const Adjacency graph = graph_of(7, {{0, 3}, {1, 3}, {1, 2}, {2, 4}, {5, 6}});
  const Colours feasible{0, 0, 1, 1, 0, 0, 1}, preferred{0, 1, 0, 1, 1, 1, 0};
  EXPECT_FALSE(is_proper(graph, repaired_colouring(groups, graph, 2, preferred)));
  const Colours found = repaired_colouring(groups, graph, 2, preferred, &feasible);
  EXPECT_TRUE(is_proper(graph, found));
  EXPECT_EQ((Colours{found[5], found[6]}), (Colours{1, 0})) << "what was proper stays";
}

TEST(RepairedColouring, RenamesFeasibleColoursSuchThatManyRowsStay) {
  // Component 0 holds most rows: whatever the feasible colours are called, it keeps its cluster.
  const Groups groups(std::vector<std::uint32_t>{0, 0, 0, 0, 0, 1, 2});
  const Adjacency graph = graph_of(3, {{0, 2}, {1, 2}});
  for (const Colours& feasible : {Colours{0, 0, 1}, Colours{1, 1, 0}}) {
    const Colours found = repaired_colouring(groups, graph, 2, {1, 0, 0}, &feasible);
    EXPECT_EQ(found, (Colours{1, 1, 0}));
  }
}

TEST(GreedyClique, IsAClique) {
  Random random(6);
  for (int i = 0; i < 500; ++i) {
    const std::size_t vertices = test::between(random, 1, 20);
    const Adjacency graph(vertices, random_edges(random, vertices, random.below(100)));
    const auto clique = greedy_clique(graph);
    EXPECT_GE(clique.size(), graph.edges() > 0 ? 2U : 1U);
    for (const auto a : clique) {
      for (const auto b : clique) {
        ASSERT_TRUE(a == b || std::ranges::binary_search(graph.of(a), b));
      }
    }
  }
}

TEST(GreedyClique, FindsClassesOfLabels) {
  Edges edges;
  for (std::uint32_t a = 3; a < 9; ++a) {
    for (std::uint32_t b = 3; b < a; ++b) edges.emplace_back(a, b);
  }
  EXPECT_EQ(greedy_clique(Adjacency(12, edges)).size(), 6U);
  EXPECT_TRUE(greedy_clique(Adjacency()).empty());
}

TEST(Groups, AreNumberedByTheirFirstRow) {
  const Groups groups(std::vector<std::uint32_t>{7, 3, 7, 9, 3});
  ASSERT_EQ(groups.count(), 3U);
  EXPECT_TRUE(std::ranges::equal(groups.members(0), Colours{0, 2}));
  EXPECT_TRUE(std::ranges::equal(groups.members(1), Colours{1, 4}));
  EXPECT_TRUE(std::ranges::equal(groups.members(2), Colours{3}));
  EXPECT_EQ(groups.group_of(4), 1U);
  EXPECT_EQ(Groups::singletons(0).count(), 0U);
}

TEST(Adjacency, LeavesOutLoopsAndRepetitions) {
  const Adjacency graph(4, Edges{{0, 1}, {1, 0}, {2, 2}, {3, 1}, {0, 1}});
  EXPECT_EQ(graph.edges(), 2U);
  EXPECT_TRUE(std::ranges::equal(graph.of(1), Colours{0, 3}));
  EXPECT_TRUE(graph.of(2).empty());
}

}  // namespace
}  // namespace comac
