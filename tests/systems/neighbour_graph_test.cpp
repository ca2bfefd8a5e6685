// SPDX-License-Identifier: MIT
#include "systems/neighbour_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "systems/graph_cases.hpp"

namespace comac {
namespace {

double squared_distance(const Table& table, std::size_t a, std::size_t b) {
  double sum = 0;
  for (std::size_t c = 0; c < table.columns; ++c) sum += std::pow(table.at(a, c) - table.at(b, c), 2);
  return sum;
}

/// How many other rows are nearer to `from` than `to` is, equals by index.
std::size_t rank(const Table& table, std::size_t from, std::size_t to) {
  std::size_t nearer = 0;
  for (std::size_t i = 0; i < table.rows; ++i) {
    if (i == from || i == to) continue;
    const double d = squared_distance(table, from, i), own = squared_distance(table, from, to);
    if (d < own || (d == own && i < to)) ++nearer;
  }
  return nearer;
}

bool joined(const Adjacency& graph, std::size_t a, std::size_t b) {
  return std::ranges::count(graph.of(a), static_cast<std::uint32_t>(b)) == 1;
}

TEST(NeighbourGraph, EdgesAreTheMutualNeighbours) {
  const Table table = test::blobs(2, 25, 6);
  constexpr std::size_t k = 5;
  const Adjacency graph = mutual_neighbours(table, k, 1);
  std::vector<std::size_t> degree(table.rows, 0);
  for (std::size_t i = 0; i < table.rows; ++i) {
    for (std::size_t j = 0; j < table.rows; ++j) {
      if (i != j && rank(table, i, j) < k && rank(table, j, i) < k) ++degree[i];
    }
  }
  for (std::size_t i = 0; i < table.rows; ++i) {
    for (std::size_t j = 0; j < table.rows; ++j) {
      if (i == j) continue;
      const bool mutual = rank(table, i, j) < k && rank(table, j, i) < k;
      const bool attached =
          (degree[i] == 0 && rank(table, i, j) == 0) || (degree[j] == 0 && rank(table, j, i) == 0);
      EXPECT_EQ(joined(graph, i, j), mutual || attached) << i << ' ' << j;
      EXPECT_EQ(joined(graph, i, j), joined(graph, j, i));
    }
  }
}

TEST(NeighbourGraph, AnOutlierIsJoinedWithItsNearestRow) {
  const Table line{5, 1, {0, 1, 2, 3, 100}, {}};
  const Adjacency graph = mutual_neighbours(line, 1, 1);
  EXPECT_TRUE(joined(graph, 4, 3));
  EXPECT_EQ(graph.of(4).size(), 1U);
}

TEST(NeighbourGraph, EqualRowsAreTakenByIndex) {
  const Table same{4, 1, {5, 5, 5, 5}, {}};
  const auto nearest = nearest_rows(same, 2, 1);
  EXPECT_EQ(nearest[0], (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(nearest[3], (std::vector<std::uint32_t>{0, 1}));
}

TEST(NeighbourGraph, WalkChoosesAmongItsEdgesEqually) {
  const std::vector<Adjacency::Edge> edges{{0, 1}, {1, 2}};
  const DenseChain chain = random_walk(Adjacency(3, edges));
  EXPECT_EQ(chain.mass(0), 0.25);
  EXPECT_EQ(chain.mass(1), 0.5);
  EXPECT_EQ(chain.from(0)[1], 0.25);
  EXPECT_EQ(chain.from(1)[0], 0.25);
  EXPECT_EQ(chain.from(0)[2], 0);
  EXPECT_EQ(chain.from(0)[0], 0);
}

TEST(NeighbourGraph, OneRowStaysWhereItIs) {
  const DenseChain chain = random_walk(mutual_neighbours({1, 1, {3}, {}}, 20, 1));
  EXPECT_EQ(chain.from(0)[0], 1);
  EXPECT_EQ(chain.mass(0), 1);
}

TEST(NeighbourGraph, ThreadsDoNotMatter) {
  const Table table = test::blobs(3, 60, 4);
  const auto one = nearest_rows(table, 10, 1);
  EXPECT_EQ(nearest_rows(table, 10, 2), one);
  EXPECT_EQ(nearest_rows(table, 10, 7), one);
}

}  // namespace
}  // namespace comac
