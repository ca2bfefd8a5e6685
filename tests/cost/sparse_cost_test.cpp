// SPDX-License-Identifier: MIT
#include "cost/sparse_cost.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "cost/dense_cost.hpp"
#include "cost/information.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

constexpr double tolerance = 1e-12;

/// One chain kept dense and sparse, with the same groups and clusters; the members refer to one another.
struct Twins {
  Twins(Random& random, double beta)
      : states(test::between(random, 1, 20)),
        clusters(test::between(random, 1, 6)),
        dense(test::random_chain(random, states, random.below(2) == 0)),
        sparse(test::sparse_of(dense)),
        groups(random.below(2) == 0 ? Groups(test::random_clusters(random, states, 1 + states / 2))
                                    : Groups::singletons(states)),
        grouped_dense(dense, groups),
        grouped_sparse(sparse, groups),
        start(test::random_clusters(random, groups.count(), clusters)),
        dense_cost(grouped_dense, Partition(clusters, start), beta),
        sparse_cost(grouped_sparse, Partition(clusters, start), beta),
        all(clusters) {
    std::iota(all.begin(), all.end(), 0U);
  }

  CostTerms oracle(double beta) const {
    const Partition& now = sparse_cost.partition();
    return information(sparse, now.cluster_of_row(groups), clusters, beta);
  }
  template <class C>
  std::vector<double> deltas(C& cost, std::size_t group) {
    std::vector<double> out(clusters, NAN);
    cost.deltas(group, all, out);
    return out;
  }

  std::size_t states, clusters;
  DenseChain dense;
  SparseChain sparse;
  Groups groups;
  GroupedChain grouped_dense;
  GroupedSparseChain grouped_sparse;
  std::vector<std::uint32_t> start;
  DenseCost dense_cost;
  SparseCost sparse_cost;
  std::vector<std::uint32_t> all;
};

double any_beta() { return *rc::gen::inRange(0, 21) / 20.0; }

RC_GTEST_PROP(SparseCost, GivesTheDensePromises, (std::uint64_t seed)) {
  const double beta = any_beta();
  Random random(seed);
  Twins twins(random, beta);
  for (std::size_t group = 0; group < twins.groups.count(); ++group) {
    const auto expected = twins.deltas(twins.dense_cost, group);
    const auto found = twins.deltas(twins.sparse_cost, group);
    for (std::size_t y = 0; y < twins.clusters; ++y) RC_ASSERT(std::abs(found[y] - expected[y]) < tolerance);
  }
}

RC_GTEST_PROP(SparseCost, KeepsItsPromisesOverManyMoves, (std::uint64_t seed)) {
  const double beta = any_beta();
  Random random(seed);
  Twins twins(random, beta);
  for (int move = 0; move < 60; ++move) {
    const std::size_t group = random.below(twins.groups.count());
    const auto to = static_cast<std::uint32_t>(random.below(twins.clusters));
    const double before = twins.oracle(beta).cost();
    const double promised = twins.deltas(twins.sparse_cost, group)[to];
    twins.sparse_cost.apply(group, to);
    const double after = twins.oracle(beta).cost();
    RC_ASSERT(std::abs(promised - (after - before)) < tolerance);
    RC_ASSERT(std::abs(twins.sparse_cost.value() - after) < tolerance);
  }
}

RC_GTEST_PROP(SparseCost, GivesTheDensePromiseForMovesTogether, (std::uint64_t seed)) {
  const double beta = any_beta();
  Random random(seed);
  Twins twins(random, beta);
  for (int trial = 0; trial < 10; ++trial) {
    std::vector<Move> moves;
    for (std::uint32_t group = 0; group < twins.groups.count(); ++group) {
      if (random.below(3) == 0)
        moves.push_back({group, static_cast<std::uint32_t>(random.below(twins.clusters))});
    }
    const double value = twins.sparse_cost.value();
    RC_ASSERT(std::abs(twins.sparse_cost.delta_of(moves) - twins.dense_cost.delta_of(moves)) < tolerance);
    RC_ASSERT(twins.sparse_cost.value() == value);
  }
}

RC_GTEST_PROP(SparseCost, HasTheTermsOfTheDefinitionWhateverBeta, (std::uint64_t seed)) {
  Random random(seed);
  Twins twins(random, 0.5);
  for (const double beta : {0.5, 0.0, 0.3, 1.0, 0.5}) {
    twins.sparse_cost.set_beta(beta);
    twins.sparse_cost.apply(random.below(twins.groups.count()), 0);
    const CostTerms found = twins.sparse_cost.terms(), expected = twins.oracle(beta);
    RC_ASSERT(std::abs(found.state_information - expected.state_information) < tolerance);
    RC_ASSERT(std::abs(found.cluster_information - expected.cluster_information) < tolerance);
    RC_ASSERT(std::abs(twins.sparse_cost.value() - expected.cost()) < tolerance);
  }
}

}  // namespace
}  // namespace comac
