// SPDX-License-Identifier: MIT
// The engine does what the paper's algorithms say, move for move.
#include "support/paper.hpp"

#include <gtest/gtest.h>

#include "optimise/restarts.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

struct Case {
  bool propagation;
  bool contradictory;
  Method method;
};

/// All restarts, and none of them again from a repaired start where exclusions could have been honoured.
std::vector<SearchState> as_in_the_paper(const DenseChain& chain, const Constraints& constraints,
                                         const Options& options) {
  const SideInformation nothing_soft;
  auto plan = plan_search(chain, {nothing_soft, constraints}, options);
  for (auto& route : plan.restarts) route.phases.front().feasible.reset();
  const Progress none;
  ProgressGate gate(none);
  return carry_out(plan, gate);
}

/// Compares one random instance; returns whether its colouring failed to find a start.
bool compare(const Case& what, std::uint64_t seed) {
  Random random(seed);
  const std::size_t rows = test::between(random, 2, 11);
  const DenseChain chain = test::random_chain(random, rows, random.below(2) == 0);
  const test::Said said{random.below(6), random.below(9), 4};
  const SideInformation known =
      what.contradictory ? test::arbitrary_side(random, rows, said)
                         : test::truthful_side(random, test::random_clusters(random, rows, 4), said);
  Options options;
  options.clusters = test::between(random, 1, 4);
  options.search.method = what.method;
  options.search.beta = static_cast<double>(random.below(11)) / 10;
  options.search.anneal_step = 0.3;
  options.search.propagation = what.propagation;
  options.seed = seed, options.search.restarts = 2, options.threads = 1;

  const Constraints constraints = propagate(known, rows, OnConflict::drop);
  const SearchState found = as_in_the_paper(chain, constraints, options).at(1);

  const test::Relation relation(test::keep_consistent(known, rows).kept, rows);
  const test::Paper paper(chain, relation, options.cluster_count(), options.search.propagation);
  const auto expected = paper.anneal(beta_schedule(options), options.search.max_sweeps, Random(seed, 1));
  EXPECT_EQ(found.cluster_of_row, expected.g) << seed;
  EXPECT_EQ(found.summary.sweeps, expected.sweeps) << seed;
  EXPECT_EQ(found.summary.converged, expected.converged) << seed;
  EXPECT_EQ(found.trace.size(), expected.trace.size()) << seed;
  for (std::size_t i = 0; i < std::min(found.trace.size(), expected.trace.size()); ++i) {
    EXPECT_EQ(found.trace[i].beta, expected.trace[i].beta);
    EXPECT_NEAR(found.trace[i].cost, expected.trace[i].cost, 1e-12);
  }
  EXPECT_NEAR(found.summary.cost, paper.cost(found.cluster_of_row, options.search.beta), 1e-12);
  Random start(seed, 1);
  return !honours(relation, paper.greedy_colouring(start));
}

std::size_t compare_many(const Case& what, std::uint64_t count) {
  std::size_t infeasible = 0;
  for (std::uint64_t seed = 0; seed < count && !testing::Test::HasFailure(); ++seed) {
    infeasible += compare(what, seed) ? 1 : 0;
  }
  return infeasible;
}

TEST(Paper, SequentialWithPropagation) {
  EXPECT_GT(compare_many({true, false, Method::comac_seq}, 2000), 100U);
}
TEST(Paper, SequentialWithContradictions) {
  EXPECT_GT(compare_many({true, true, Method::comac_seq}, 1000), 100U);
}
TEST(Paper, AnnealingWithPropagation) {
  EXPECT_GT(compare_many({true, false, Method::comac_ann}, 1000), 100U);
}
TEST(Paper, SequentialWithoutPropagation) {
  EXPECT_GT(compare_many({false, false, Method::comac_seq}, 1000), 100U);
}
TEST(Paper, AnnealingWithoutPropagationWithContradictions) {
  EXPECT_GT(compare_many({false, true, Method::comac_ann}, 500), 50U);
}

}  // namespace
}  // namespace comac
