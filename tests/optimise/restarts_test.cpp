// SPDX-License-Identifier: MIT
#include "optimise/restarts.hpp"

#include <gtest/gtest.h>

#include "constraints/colouring.hpp"
#include "cost/information.hpp"
#include "optimise/sequential.hpp"
#include "support/engine.hpp"
#include "support/random_instances.hpp"
#include "support/soft_charge.hpp"

namespace comac {
namespace {

Options annealed(double beta, double step) {
  Options options;
  options.search.method = Method::comac_ann;
  options.search.beta = beta, options.search.anneal_step = step;
  return options;
}

Options sequential(double beta) {
  Options options;
  options.search.method = Method::comac_seq;
  options.search.beta = beta;
  return options;
}

void expect_schedule(const Options& options, const std::vector<double>& expected) {
  const auto betas = beta_schedule(options);
  ASSERT_EQ(betas.size(), expected.size());
  for (std::size_t i = 0; i < betas.size(); ++i) EXPECT_NEAR(betas[i], expected[i], 1e-12);
  EXPECT_EQ(betas.back(), options.search.beta);
}

TEST(BetaSchedule, GoesDownToTheTarget) {
  expect_schedule(Options{}, {0.5});
  expect_schedule(sequential(0.2), {0.2});
  expect_schedule(annealed(1, 0.1), {1});
  expect_schedule(annealed(0.5, 0.1), {1, 0.9, 0.8, 0.7, 0.6, 0.5});
  expect_schedule(annealed(0.3, 0.1), {1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3});
  expect_schedule(annealed(0, 0.25), {1, 0.75, 0.5, 0.25, 0});
  expect_schedule(annealed(0.5, 0.4), {1, 0.6, 0.5});
  expect_schedule(annealed(0, 1), {1, 0});
  expect_schedule(annealed(0.95, 1), {1, 0.95});
}

TEST(BetaSchedule, HitsAHalfExactly) {
  // There the states' own term vanishes: a rounding error above it would cost much time.
  EXPECT_EQ(beta_schedule(annealed(0.3, 0.1))[5], 0.5);
}

TEST(BestCandidate, StaysOrTakesTheLowest) {
  const std::vector<std::uint32_t> candidates{1, 2, 4};
  const auto best = [&](std::uint32_t own, std::vector<double> delta) {
    return best_candidate(own, candidates, delta);
  };
  EXPECT_EQ(best(2, {0, 0, 0}), 2U);
  EXPECT_EQ(best(2, {-1e-13, 0, -1e-13}), 2U) << "rounding is no gain";
  EXPECT_EQ(best(2, {-1e-3, 0, -1e-3}), 1U);
  EXPECT_EQ(best(2, {-1e-3, 0, -2e-3}), 4U);
  EXPECT_EQ(best(3, {0.5, 0.5, 0.5}), 1U) << "own cluster not allowed";
  EXPECT_EQ(best(3, {0.5, 0.4, 0.5}), 2U);
}

TEST(BestRestart, IsTheFirstOfEquals) {
  std::vector<SearchState> restarts(4);
  restarts[0].summary.cost = -1, restarts[1].summary.cost = -2, restarts[2].summary.cost = -2;
  EXPECT_EQ(best_restart(restarts), 1U);
}

TEST(BestRestart, HonoursBeforeItSaves) {
  std::vector<SearchState> restarts(3);
  restarts[0].summary.cost = -3, restarts[0].broken = 2;
  restarts[1].summary.cost = -1, restarts[1].broken = 1;
  restarts[2].summary.cost = -2, restarts[2].broken = 1;
  EXPECT_EQ(best_restart(restarts), 2U);
  restarts[0].broken = 0;
  EXPECT_EQ(best_restart(restarts), 0U);
}

struct Instance {
  explicit Instance(std::uint64_t seed, bool symmetric = true)
      : random(seed),
        chain(test::random_chain(random, 60, symmetric)),
        truth(test::random_clusters(random, 60, 3)),
        constraints(propagate(test::truthful_side(random, truth, {10, 20, 3}), 60, OnConflict::error)) {}

  std::vector<SearchState> run(const Options& options, const Progress& progress = {}) const {
    return test::run(chain, constraints, options, progress);
  }

  Random random;
  DenseChain chain;
  std::vector<std::uint32_t> truth;
  Constraints constraints;
};

void expect_same_bits(const std::vector<SearchState>& a, const std::vector<SearchState>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t r = 0; r < a.size(); ++r) {
    EXPECT_EQ(a[r].cluster_of_row, b[r].cluster_of_row);
    EXPECT_EQ(a[r].summary.cost, b[r].summary.cost);
    EXPECT_EQ(a[r].summary.sweeps, b[r].summary.sweeps);
    ASSERT_EQ(a[r].trace.size(), b[r].trace.size());
    for (std::size_t i = 0; i < a[r].trace.size(); ++i) EXPECT_EQ(a[r].trace[i].cost, b[r].trace[i].cost);
  }
}

TEST(Restarts, AreTheSameForAnyNumberOfThreads) {
  for (const bool symmetric : {true, false}) {
    for (const Method method : {Method::comac, Method::comac_seq, Method::comac_ann}) {
      const Instance instance(1, symmetric);
      Options options = annealed(0.3, 0.2);
      options.search.method = method, options.search.propagation = method != Method::comac_seq;
      options.clusters = 4, options.search.restarts = 9, options.threads = 1;
      const auto one = instance.run(options);
      for (const std::size_t threads : {2U, 7U}) {
        options.threads = threads;
        expect_same_bits(one, instance.run(options));
      }
    }
  }
}

TEST(Restarts, DependOnSeedAndIndexOnly) {
  const Instance instance(2);
  Options options;
  options.clusters = 3, options.search.restarts = 6;
  const auto six = instance.run(options);
  options.search.restarts = 3;
  expect_same_bits({six.begin(), six.begin() + 3}, instance.run(options));
  options.seed = 2;
  EXPECT_NE(six[0].trace[0].cost, instance.run(options)[0].trace[0].cost);
}

TEST(Restarts, SweepsNeverRaiseTheCostOfAFeasiblePartition) {
  const Instance instance(3);
  for (const double beta : {0.0, 0.3, 0.5, 1.0}) {
    Options options;
    options.clusters = 3, options.search.beta = beta;
    for (const SearchState& restart : instance.run(options)) {
      EXPECT_EQ(restart.trace.size(), restart.summary.sweeps + 1);
      EXPECT_LE(restart.summary.sweeps, options.search.max_sweeps);
      for (std::size_t i = 1; i < restart.trace.size(); ++i) {
        EXPECT_LE(restart.trace[i].cost, restart.trace[i - 1].cost + 1e-12);
      }
    }
  }
}

TEST(Restarts, StopAfterTheSweepsAllowed) {
  const Instance instance(4);
  Options options;
  options.clusters = 3, options.search.max_sweeps = 1;
  for (const SearchState& restart : instance.run(options)) {
    EXPECT_EQ(restart.summary.sweeps, 1U);
    EXPECT_FALSE(restart.summary.converged);
  }
}

TEST(Annealing, StartsFromThePartitionOfTheBetaBefore) {
  for (const std::uint64_t seed : {5U, 6U, 7U}) {
    const Instance instance(seed);
    Options at_one = sequential(1);
    at_one.clusters = 3;
    Options options = annealed(0.9, 0.1);
    options.clusters = 3;
    const auto before = instance.run(at_one), after = instance.run(options);
    for (std::size_t r = 0; r < after.size(); ++r) {
      const auto first = std::ranges::find(after[r].trace, 0.9, &TracePoint::beta);
      ASSERT_NE(first, after[r].trace.end());
      EXPECT_NEAR(first->cost, information(instance.chain, before[r].cluster_of_row, 3, 0.9).cost(), 1e-12);
      // A fresh start would have cost this.
      Random random(options.seed, r);
      const Partition fresh(
          3, greedy_colouring(instance.constraints.components, instance.constraints.exclusive, 3, random));
      const auto rows = fresh.cluster_of_row(instance.constraints.components);
      EXPECT_LT(first->cost, information(instance.chain, rows, 3, 0.9).cost() - 1e-3);
    }
  }
}

TEST(Cancelling, LeavesPartitionsAndCostsOfTheBetaAskedFor) {
  const Instance instance(8);
  Options options = annealed(0.5, 0.1);
  options.clusters = 3, options.search.restarts = 3, options.threads = 1;
  std::size_t calls = 0;
  const auto all = instance.run(options, [&](const ProgressEvent& event) {
    EXPECT_EQ(event.stage, "optimise");
    EXPECT_TRUE(event.fraction >= 0 && event.fraction <= 1);
    return ++calls > 0;
  });
  ASSERT_EQ(all.size(), 3U);
  ASSERT_GT(calls, 20U);
  for (std::size_t last = 1; last <= calls; ++last) {
    std::size_t call = 0;
    const auto some = instance.run(options, [&](const ProgressEvent&) { return ++call < last; });
    EXPECT_EQ(call, last) << "asked again after cancelling";
    ASSERT_FALSE(some.empty());
    for (const SearchState& restart : some) {
      ASSERT_EQ(restart.cluster_of_row.size(), 60U);
      const double cost = information(instance.chain, restart.cluster_of_row, 3, options.search.beta).cost();
      ASSERT_NEAR(restart.summary.cost, cost, 1e-12) << "costs of different betas cannot be compared";
    }
  }
}

TEST(Cancelling, LetsGoOfSoftItemsWhereverItHappens) {
  const Instance instance(10);
  SideInformation known = test::empty_side(3);
  for (std::uint32_t row = 0; row < 20; ++row) known.labels.push_back({row, instance.truth[row], {}, 0.7});
  const Constraints loose = propagate(known, 60, OnConflict::error);
  Options options;
  options.clusters = 3, options.search.restarts = 4, options.threads = 1;
  const auto plan = plan_search(instance.chain, {known, loose}, options);
  for (std::size_t last = 1; last < 60; ++last) {
    std::size_t call = 0;
    const Progress progress = [&](const ProgressEvent&) { return ++call < last; };
    ProgressGate gate(progress);
    for (const SearchState& restart : carry_out(plan, gate)) {
      const double cost = information(instance.chain, restart.cluster_of_row, 3, options.search.beta).cost();
      ASSERT_NEAR(restart.summary.cost, cost + test::charge(known, restart.cluster_of_row), 1e-12)
          << "costs without the soft items don't compare";
    }
  }
}

TEST(Cancelling, ReturnsNothingIfNothingWasBegun) {
  const Instance instance(9);
  const SideInformation nothing;
  const Progress cancel = [](const ProgressEvent&) { return false; };
  ProgressGate gate(cancel);
  gate.report({"chain", 0});
  const auto plan = plan_search(instance.chain, {nothing, instance.constraints}, Options{.clusters = 2});
  EXPECT_TRUE(carry_out(plan, gate).empty());
}

}  // namespace
}  // namespace comac
