// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "chain/neighbour_chain.hpp"
#include "constraints/propagate.hpp"
#include "cost/information.hpp"
#include "cost/sparse_cost.hpp"
#include "optimise/refinement.hpp"
#include "support/sparse_instances.hpp"

namespace comac::test {

/// Rows of blobs on a 5-NN graph, with some labels and links, and a cost at a random start.
struct SparseScene {
  SparseScene(std::uint64_t seed, std::size_t rows, std::size_t the_clusters, double the_beta)
      : random(seed),
        clusters(the_clusters),
        beta(the_beta),
        chain(graph(rows)),
        constraints(
            propagate(truthful_side(random, random_clusters(random, rows, 4), {rows / 20, rows / 20, 4}),
                      rows, OnConflict::error)),
        states(chain, constraints.components),
        cost(states, Partition(clusters, random_clusters(random, groups().count(), clusters)), beta) {}

  const Groups& groups() const { return constraints.components; }
  double oracle() const {
    return information(chain, cost.partition().cluster_of_row(groups()), clusters, beta).cost();
  }
  void refine(std::size_t threads = 1) {
    Refinement<SparseCost> refinement(groups(), constraints.exclusive, clusters, threads);
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
    return neighbour_chain(blobs(random, rows, 2, 4), {.neighbours = 6}, gate).chain;
  }
};

}  // namespace comac::test
