// SPDX-License-Identifier: MIT
#include "cost/dense_cost.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "cost/information.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

constexpr double tolerance = 1e-12;

/// A random chain with groups, clusters and a cost; the members refer to one another.
struct Instance {
  Instance(Random& random, std::size_t n, std::size_t k, bool symmetric, bool grouped, double beta)
      : chain(test::random_chain(random, n, symmetric)),
        groups(grouped ? Groups(test::random_clusters(random, n, 1 + n / 2)) : Groups::singletons(n)),
        states(chain, groups),
        all(k),
        cost(states, Partition(k, test::random_clusters(random, groups.count(), k)), beta) {
    std::iota(all.begin(), all.end(), 0U);
  }

  CostTerms oracle(const Partition& partition, double beta) const {
    return information(chain, partition.cluster_of_row(groups), partition.clusters(), beta);
  }
  std::vector<double> deltas(std::size_t group) {
    std::vector<double> out(all.size(), NAN);
    cost.deltas(group, all, out);
    return out;
  }

  DenseChain chain;
  Groups groups;
  GroupedChain states;
  std::vector<std::uint32_t> all;
  DenseCost cost;
};

std::unique_ptr<Instance> arbitrary_instance(Random& random, double beta) {
  const std::size_t n = test::between(random, 1, 20), k = test::between(random, 1, 6);
  const bool symmetric = random.below(2) == 0, grouped = random.below(2) == 0;
  return std::make_unique<Instance>(random, n, k, symmetric, grouped, beta);
}

rc::Gen<double> betas() {
  return rc::gen::map(rc::gen::inRange(0, 21), [](int i) { return i / 20.0; });
}

TEST(DenseCost, OfTwoStickyStatesByHand) {
  SquareMatrix joint(2);
  joint.row(0)[0] = joint.row(1)[1] = 0.375;
  joint.row(0)[1] = joint.row(1)[0] = 0.125;
  const DenseChain chain = DenseChain::reversible(std::move(joint), {0.5, 0.5});
  const Groups groups = Groups::singletons(2);
  const GroupedChain states(chain, groups);
  const double one_step = (3 * std::log2(3.0) - 4) / 4;  // 1 - h(1/4)
  for (const double beta : {0.0, 0.3, 0.5, 1.0}) {
    DenseCost cost(states, Partition(2, {0, 1}), beta);
    EXPECT_NEAR(cost.value(), -beta * one_step, 1e-15);
    std::uint32_t to = 0;
    double delta = 0;
    cost.deltas(1, {&to, 1}, {&delta, 1});
    EXPECT_NEAR(delta, beta * one_step, 1e-15);
  }
}

RC_GTEST_PROP(DenseCost, PromisesTheDifferenceThatADefinitionSees, (std::uint64_t seed)) {
  const double beta = *betas();
  Random random(seed);
  const auto instance = arbitrary_instance(random, beta);
  const Partition& now = instance->cost.partition();
  const double before = instance->oracle(now, beta).cost();
  for (std::size_t g = 0; g < now.groups(); ++g) {
    const auto delta = instance->deltas(g);
    for (const auto y : instance->all) {
      Partition moved = now;
      moved.move(g, y);
      RC_ASSERT(std::abs(instance->oracle(moved, beta).cost() - before - delta[y]) < tolerance);
    }
    RC_ASSERT(delta[now.of(g)] == 0);
  }
}

RC_GTEST_PROP(DenseCost, KeepsTrackOverHundredsOfMoves, (std::uint64_t seed)) {
  const double beta = *betas();
  Random random(seed);
  const auto instance = arbitrary_instance(random, beta);
  DenseCost& cost = instance->cost;
  std::size_t emptied = 0;
  for (int move = 0; move < 400; ++move) {
    const std::size_t g = random.below(cost.partition().groups());
    // Now and then everything goes to one cluster, so that clusters empty and fill again.
    const auto to = static_cast<std::uint32_t>(move / 40 % 2 == 0 ? 0 : random.below(instance->all.size()));
    const double before = cost.value(), promised = instance->deltas(g)[to];
    cost.apply(g, to);
    RC_ASSERT(cost.partition().of(g) == to);
    RC_ASSERT(std::abs(cost.value() - before - promised) < tolerance);
    for (const auto y : instance->all) emptied += cost.partition().groups_in(y) == 0 ? 1 : 0;
  }
  RC_CLASSIFY(emptied > 0);
  const CostTerms expected = instance->oracle(cost.partition(), beta);
  RC_ASSERT(std::abs(cost.value() - expected.cost()) < tolerance);
  RC_ASSERT(std::abs(cost.terms().state_information - expected.state_information) < tolerance);
  RC_ASSERT(std::abs(cost.terms().cluster_information - expected.cluster_information) < tolerance);
  const DenseCost fresh(instance->states, cost.partition(), beta);
  RC_ASSERT(std::abs(cost.value() - fresh.value()) < tolerance);
}

RC_GTEST_PROP(DenseCost, RejectedMovesLeaveNoTrace, (std::uint64_t seed)) {
  const double beta = *betas();
  Random random(seed);
  Random same(seed);
  const auto asked = arbitrary_instance(random, beta), unasked = arbitrary_instance(same, beta);
  for (int move = 0; move < 50; ++move) {
    const std::size_t groups = asked->cost.partition().groups();
    for (std::size_t g = 0; g < groups; ++g) asked->deltas(g);
    const std::size_t g = random.below(groups);
    const auto to = static_cast<std::uint32_t>(random.below(asked->all.size()));
    asked->cost.apply(g, to);
    unasked->cost.apply(g, to);
    RC_ASSERT(asked->cost.value() == unasked->cost.value());
  }
  for (std::size_t g = 0; g < asked->cost.partition().groups(); ++g) {
    RC_ASSERT(asked->deltas(g) == unasked->deltas(g));
  }
}

RC_GTEST_PROP(DenseCost, DeltasDoNotDependOnTheOtherCandidates, (std::uint64_t seed)) {
  Random random(seed);
  const auto instance = arbitrary_instance(random, *betas());
  for (std::size_t g = 0; g < instance->cost.partition().groups(); ++g) {
    const auto together = instance->deltas(g);
    for (const auto y : instance->all) {
      double alone = NAN;
      instance->cost.deltas(g, {&y, 1}, {&alone, 1});
      RC_ASSERT(alone == together[y]);
    }
  }
}

RC_GTEST_PROP(DenseCost, ChangesBetaOnTheWay, (std::uint64_t seed)) {
  Random random(seed);
  const auto instance = arbitrary_instance(random, *betas());
  DenseCost& cost = instance->cost;
  for (int round = 0; round < 10; ++round) {
    const double beta = *betas();
    cost.set_beta(beta);
    RC_ASSERT(cost.terms().beta == beta);
    RC_ASSERT(std::abs(cost.value() - instance->oracle(cost.partition(), beta).cost()) < tolerance);
    const std::size_t g = random.below(cost.partition().groups());
    const auto to = static_cast<std::uint32_t>(random.below(instance->all.size()));
    const double expected = cost.value() + instance->deltas(g)[to];
    cost.apply(g, to);
    RC_ASSERT(std::abs(cost.value() - expected) < tolerance);
  }
}

RC_GTEST_PROP(DenseCost, PromisesTheDifferenceOfSeveralMovesTogether, (std::uint64_t seed)) {
  const double beta = *betas();
  Random random(seed);
  const auto instance = arbitrary_instance(random, beta);
  DenseCost& cost = instance->cost;
  for (int round = 0; round < 10; ++round) {
    Partition moved = cost.partition();
    std::vector<Move> moves;
    for (std::uint32_t g = 0; g < moved.groups(); ++g) {
      if (random.below(2) == 0) continue;
      moves.push_back({g, static_cast<std::uint32_t>(random.below(instance->all.size()))});
      moved.move(g, moves.back().to);
    }
    random.shuffle<Move>(moves);
    const double before = cost.value();
    const double promised = cost.delta_of(moves);
    RC_ASSERT(cost.value() == before);
    RC_ASSERT(std::abs(instance->oracle(moved, beta).cost() - before - promised) < tolerance);
    for (const Move& move : moves) cost.apply(move.group, move.to);
    RC_ASSERT(std::abs(cost.value() - before - promised) < tolerance);
  }
}

TEST(DenseCost, EmptyClustersLeaveNothingBehind) {
  Random random(9);
  Instance instance(random, 12, 3, false, true, 0.3);
  for (std::size_t g = 0; g < instance.groups.count(); ++g) instance.cost.apply(g, 1);
  EXPECT_NEAR(instance.cost.value(), 0, 1e-15);
  EXPECT_NEAR(instance.cost.terms().cluster_information, 0, 1e-15);
}

TEST(GroupedChain, SumsMassAndInnerTransitions) {
  Random random(3);
  const DenseChain chain = test::random_chain(random, 9);
  const Groups groups(std::vector<std::uint32_t>{0, 1, 0, 2, 2, 0, 1, 3, 3});
  const GroupedChain states(chain, groups);
  for (std::size_t g = 0; g < groups.count(); ++g) {
    double mass = 0, inside = 0;
    for (std::size_t i = 0; i < 9; ++i) {
      for (std::size_t j = 0; j < 9; ++j) {
        if (groups.group_of(i) != g) continue;
        mass += chain.from(i)[j];
        if (groups.group_of(j) == g) inside += chain.from(i)[j];
      }
    }
    EXPECT_NEAR(states.mass[g], mass, 1e-15);
    EXPECT_NEAR(states.inside[g], inside, 1e-15);
  }
}

}  // namespace
}  // namespace comac
