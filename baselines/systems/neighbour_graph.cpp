// SPDX-License-Identifier: MIT
#include "systems/neighbour_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "neighbours/distances.hpp"

namespace comac {

std::vector<std::vector<std::uint32_t>> nearest_rows(const Table& table, std::size_t count,
                                                     std::size_t threads) {
  const Distances distances(table);
  const std::size_t rows = table.rows;
  count = std::min(count, rows - 1);
  std::vector<std::vector<std::uint32_t>> nearest(rows);
  parallel_for(rows, 64, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<double> distance(rows);
    std::vector<std::uint32_t> order(rows);
    for (std::size_t i = begin; i < end; ++i) {
      distances.from(i, 0, distance);
      distance[i] = -1;  // first, so that it can be left out
      std::iota(order.begin(), order.end(), 0U);
      const auto last = order.begin() + static_cast<std::ptrdiff_t>(count) + 1;
      std::partial_sort(order.begin(), last, order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(distance[a], a) < std::pair(distance[b], b);
      });
      nearest[i].assign(order.begin() + 1, last);
    }
  });
  return nearest;
}

Adjacency mutual_neighbours(const Table& table, std::size_t neighbours, std::size_t threads) {
  const auto nearest = nearest_rows(table, neighbours, threads);
  std::vector<Adjacency::Edge> edges;
  for (std::uint32_t i = 0; i < nearest.size(); ++i) {
    bool alone = true;
    for (const auto j : nearest[i]) {
      if (std::ranges::find(nearest[j], i) == nearest[j].end()) continue;
      alone = false;
      edges.emplace_back(i, j);
    }
    if (alone && !nearest[i].empty()) edges.emplace_back(i, nearest[i].front());
  }
  return Adjacency(table.rows, edges);
}

DenseChain random_walk(const Adjacency& graph) {
  const std::size_t n = graph.vertices();
  SquareMatrix joint(n);
  std::fill(joint.row(0), joint.row(0) + n * n, 0.0);
  std::vector<double> mass(n);
  if (n == 1) {
    joint.row(0)[0] = mass[0] = 1;
    return DenseChain::reversible(std::move(joint), std::move(mass));
  }
  const double weight = 0.5 / static_cast<double>(graph.edges());
  for (std::size_t i = 0; i < n; ++i) {
    for (const auto j : graph.of(i)) joint.row(i)[j] = weight;
    mass[i] = weight * static_cast<double>(graph.of(i).size());
  }
  return DenseChain::reversible(std::move(joint), std::move(mass));
}

}  // namespace comac
