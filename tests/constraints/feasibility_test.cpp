// SPDX-License-Identifier: MIT
#include "constraints/feasibility.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "base/checkpoint.hpp"
#include "base/random.hpp"
#include "constraints/kept_colourings.hpp"

namespace comac {
namespace {

using Edges = std::vector<Adjacency::Edge>;

bool proper(const Adjacency& graph, const std::vector<std::uint32_t>& colours, std::size_t count) {
  for (std::uint32_t v = 0; v < graph.vertices(); ++v) {
    if (colours[v] >= count) return false;
    for (const auto w : graph.of(v)) {
      if (colours[v] == colours[w]) return false;
    }
  }
  return true;
}

/// All assignments, one after the other.
bool colourable(const Adjacency& graph, const std::vector<std::uint32_t>& vertices, std::size_t colours) {
  std::vector<std::uint32_t> colour(graph.vertices(), UINT32_MAX);
  const std::function<bool(std::size_t)> place = [&](std::size_t i) {
    if (i == vertices.size()) return true;
    for (std::uint32_t c = 0; c < colours; ++c) {
      bool free = true;
      for (const auto w : graph.of(vertices[i])) free = free && colour[w] != c;
      if (!free) continue;
      colour[vertices[i]] = c;
      if (place(i + 1)) return true;
      colour[vertices[i]] = UINT32_MAX;
    }
    return false;
  };
  return place(0);
}

TEST(Feasibility, AgreesWithAllAssignmentsOnSmallGraphs) {
  Random random(5);
  int feasible = 0, infeasible = 0;
  for (int instance = 0; instance < 2000; ++instance) {
    const std::size_t n = 1 + random.below(8), colours = 1 + random.below(4);
    Edges edges;
    for (std::uint32_t v = 0; v < n; ++v) {
      for (std::uint32_t w = 0; w < v; ++w) {
        if (random.uniform() < 0.5) edges.emplace_back(w, v);
      }
    }
    const Adjacency graph(n, edges);
    std::vector<std::uint32_t> all(n);
    for (std::uint32_t v = 0; v < n; ++v) all[v] = v;
    const Feasibility found = feasible_colouring(graph, colours);
    ASSERT_TRUE(found.decided);
    ASSERT_EQ(found.colours.has_value(), colourable(graph, all, colours));
    ASSERT_TRUE(colourable(graph, all, found.enough));
    if (found.colours) {
      ++feasible;
      ASSERT_TRUE(proper(graph, *found.colours, colours));
      continue;
    }
    ++infeasible;
    ASSERT_FALSE(colourable(graph, found.witness, colours));
    if (found.witness_is_clique) {
      ASSERT_EQ(found.witness.size(), colours + 1);
    }
    for (std::size_t i = 0; i < found.witness.size(); ++i) {  // nothing in the witness is superfluous
      auto fewer = found.witness;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      ASSERT_TRUE(colourable(graph, fewer, colours));
    }
  }
  EXPECT_GT(feasible, 300);
  EXPECT_GT(infeasible, 300);
}

TEST(Feasibility, FindsTheHiddenColouringOfThousandsOfGroups) {
  Random random(7);
  for (const std::size_t colours : {2U, 3U, 5U}) {
    const std::uint32_t n = 3000;
    std::vector<std::uint32_t> hidden(n);
    for (auto& colour : hidden) colour = static_cast<std::uint32_t>(random.below(colours));
    Edges edges;
    while (edges.size() < n * colours) {
      const auto v = static_cast<std::uint32_t>(random.below(n)),
                 w = static_cast<std::uint32_t>(random.below(n));
      if (hidden[v] != hidden[w]) edges.emplace_back(v, w);
    }
    const Adjacency graph(n, edges);
    const Feasibility found = feasible_colouring(graph, colours);
    ASSERT_TRUE(found.colours.has_value()) << colours;
    EXPECT_TRUE(proper(graph, *found.colours, colours));
  }
}

TEST(Feasibility, NamesAnOddCycleForTwoColours) {
  const Adjacency cycle(7, Edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {4, 5}, {5, 6}});
  const Feasibility found = feasible_colouring(cycle, 2);
  EXPECT_FALSE(found.colours.has_value());
  EXPECT_EQ(found.witness, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
  EXPECT_FALSE(found.witness_is_clique);
  EXPECT_EQ(found.enough, 3U);
}

TEST(Feasibility, GivesUpWhenTheStepsAreUsedUp) {
  Edges edges;
  for (std::uint32_t v = 0; v < 30; ++v) {
    for (std::uint32_t w = 0; w < v; ++w) {
      if ((v * 7 + w * 13) % 5 != 0) edges.emplace_back(w, v);
    }
  }
  const Feasibility found = feasible_colouring(Adjacency(30, edges), 4, 3);
  EXPECT_FALSE(found.decided);
  EXPECT_FALSE(found.colours.has_value());
  EXPECT_GT(found.enough, 4U);
}

/// Every second pair of 150 vertices: how many colours are too few takes for ever to find out.
Adjacency every_second_pair() {
  Random random(5);
  std::vector<Adjacency::Edge> edges;
  for (std::uint32_t a = 0; a < 150; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      if (random.below(2) == 0) edges.emplace_back(a, b);
    }
  }
  return {150, edges};
}

TEST(Feasibility, WorkIsBounded) {
  const Adjacency graph = every_second_pair();
  for (const std::size_t colours : {2, 5, 10, 15, 18, 30}) {
    std::size_t checkpoints = 0;  // one after 1024 assignments of DSATUR or 256 changes of a tabu search
    const Progress count = [&](const ProgressEvent&) { return ++checkpoints > 0; };
    ProgressGate gate(count);
    const Checkpoints inside(gate);
    const Feasibility found = feasible_colouring(graph, colours);
    EXPECT_EQ(found.colours.has_value(), colours == 30);
    EXPECT_LE(found.enough, 30U);
    EXPECT_LT(checkpoints, 3000U) << colours;
  }
}

TEST(KeptColourings, SearchOnce) {
  std::vector<Adjacency::Edge> edges{{0, 1}, {1, 2}, {2, 0}};
  const Adjacency triangle(3, edges);
  KeptColourings kept;
  EXPECT_FALSE(kept.of(triangle, 2).colours);
  EXPECT_TRUE(kept.of(triangle, 2).decided);
  EXPECT_EQ(&kept.of(triangle, 2), &kept.of(triangle, 2));
  kept.give_up(3);
  EXPECT_FALSE(kept.of(triangle, 3).colours);
  EXPECT_FALSE(kept.of(triangle, 3).decided);
  kept.give_up(2);
  EXPECT_TRUE(kept.of(triangle, 2).decided) << "what is known stays";
}

TEST(KeptColourings, AreNotKeptIfInterrupted) {
  const Adjacency graph = every_second_pair();
  const Progress never = [](const ProgressEvent&) { return false; };
  ProgressGate gate(never);
  KeptColourings kept;
  {
    const Checkpoints inside(gate);
    EXPECT_FALSE(finished([&] { kept.of(graph, 2); }) && finished([&] { kept.of(graph, 15); }));
  }
  EXPECT_TRUE(kept.of(graph, 30).colours);
}

}  // namespace
}  // namespace comac
