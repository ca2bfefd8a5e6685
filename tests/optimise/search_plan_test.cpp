// SPDX-License-Identifier: MIT
#include "optimise/search_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "cost/information.hpp"
#include "optimise/restarts.hpp"
#include "support/random_instances.hpp"
#include "support/relation.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

using Rows = std::vector<std::uint32_t>;

constexpr std::size_t rows = 50, clusters = 3;

struct Instance {
  explicit Instance(std::uint64_t seed = 2)
      : random(seed),
        chain(test::random_symmetric_chain(random, rows)),
        sparse(test::sparse_of(chain)),
        truth(test::random_clusters(random, rows, clusters)),
        known(test::truthful_side(random, truth, {6, 12, clusters})) {
    options.clusters = clusters, options.threads = 1;
  }
  Constraints constraints() const { return propagate(known, rows, OnConflict::drop); }
  void doubt_links(double trust) {
    for (Link& link : known.links) link.trust = trust;
  }

  Random random;
  DenseChain chain;
  SparseChain sparse;
  Rows truth;
  SideInformation known;
  Options options;
};

std::vector<SearchState> found_by(const auto& plan) {
  const Progress none;
  ProgressGate gate(none);
  return carry_out(plan, gate);
}

TEST(SearchPlan, OfOurEngineIsOnePhaseOfMovesAndSwaps) {
  const Instance instance;
  const Constraints constraints = instance.constraints();
  const auto plan = plan_search(instance.chain, {instance.known, constraints}, instance.options);
  EXPECT_TRUE(plan.once.empty());
  ASSERT_EQ(plan.restarts.size(), 1U);
  EXPECT_EQ(plan.restarts[0].start, StartKind::permuted);
  ASSERT_EQ(plan.restarts[0].phases.size(), 1U);
  const auto& phase = plan.restarts[0].phases[0];
  EXPECT_EQ(phase.sweeping, Sweeping::moves_and_swaps);
  EXPECT_EQ(phase.states->groups.count(), constraints.components.count());
  EXPECT_TRUE(phase.terms.empty());
  EXPECT_TRUE(phase.repairs_start);
  EXPECT_TRUE(phase.feasible.has_value());
  EXPECT_EQ(plan.rule.at_once, 5U);
  EXPECT_EQ(plan.rule.most, 50U);
}

TEST(SearchPlan, MakesAsManyRestartsAsAskedForAndElseAsItTakes) {
  Instance instance;
  const Constraints constraints = instance.constraints();
  const auto rule = [&] {
    return plan_search(instance.chain, {instance.known, constraints}, instance.options).rule;
  };
  instance.options.search.restarts = 7;
  EXPECT_EQ(rule().at_once, 7U);
  EXPECT_EQ(rule().most, 7U);
  instance.options.search.restarts.reset();
  EXPECT_GT(rule().most, rule().at_once);
  for (const Method method : {Method::comac_seq, Method::comac_ann}) {
    instance.options.search.method = method;
    EXPECT_EQ(rule().most, 5U) << "the paper's make five";
  }
}

TEST(SearchPlan, OfThePapersMethodsIsWhatThePaperSays) {
  Instance instance;
  const Constraints constraints = instance.constraints();
  instance.options.search.method = Method::comac_ann;
  const auto annealed = plan_search(instance.chain, {instance.known, constraints}, instance.options);
  EXPECT_EQ(annealed.restarts[0].start, StartKind::colouring);
  EXPECT_EQ(annealed.restarts[0].phases[0].sweeping, Sweeping::moves);
  EXPECT_EQ(annealed.restarts[0].phases[0].betas.size(), 6U);
  EXPECT_FALSE(annealed.restarts[0].phases[0].repairs_start);
  instance.options.search.method = Method::comac_seq, instance.options.search.propagation = false;
  const auto primitive = plan_search(instance.sparse, {instance.known, constraints}, instance.options);
  EXPECT_EQ(primitive.restarts[0].start, StartKind::primitive);
  EXPECT_EQ(primitive.restarts[0].phases[0].sweeping, Sweeping::primitive);
  EXPECT_EQ(primitive.restarts[0].phases[0].states->groups.count(), rows);
}

TEST(SearchPlan, LetsGoOfWhatIsSoftInASecondPhase) {
  Instance instance;
  instance.options.search.restarts = 5;
  for (const double trust : {0.8, 0.6}) {
    instance.doubt_links(trust);
    const Constraints constraints = instance.constraints();
    const auto plan = plan_search(instance.chain, {instance.known, constraints}, instance.options);
    ASSERT_EQ(plan.restarts.size(), trust < 0.65 ? 2U : 1U) << "every second as if nothing had been said";
    for (const auto& route : plan.restarts) {
      ASSERT_EQ(route.phases.size(), 2U);
      EXPECT_TRUE(route.phases[0].terms.empty());
      EXPECT_EQ(route.phases[1].terms.size(), 1U);
      EXPECT_EQ(route.phases[1].states->groups.count(), constraints.components.count());
    }
    EXPECT_LT(plan.restarts[0].phases[0].states->groups.count(), constraints.components.count());
    EXPECT_EQ(found_by(plan).size(), 5U);
  }
}

TEST(SearchPlan, OfSoftItemsWithoutPropagationIsCarriedOut) {
  Instance instance;
  instance.doubt_links(0.6);
  instance.options.search.method = Method::comac_seq, instance.options.search.propagation = false;
  const Constraints constraints = instance.constraints();
  for (const SearchState& state :
       found_by(plan_search(instance.chain, {instance.known, constraints}, instance.options))) {
    EXPECT_EQ(state.broken, 0U);
  }
}

TEST(SearchPlan, OfASparseChainBeginsOnCoarseLevels) {
  Instance instance;
  const Constraints constraints = instance.constraints();
  const auto plan = plan_search(instance.sparse, {instance.known, constraints}, instance.options);
  ASSERT_EQ(plan.once.size(), 1U);
  EXPECT_EQ(plan.once[0].start, StartKind::coarse);
  EXPECT_TRUE(plan.restarts.empty());
  const auto found = found_by(plan);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].base_starts.size(), 5U);
  EXPECT_LE(found[0].summary.cost, found[0].base_starts[found[0].best_base_start].cost + 1e-12);
}

/// Goes on from a start, by one search and by more.
template <class Chain>
void expect_goes_on(const Instance& instance, const Chain& chain) {
  const Constraints constraints = instance.constraints();
  Options options = instance.options;
  const auto fresh = found_by(plan_search(chain, {instance.known, constraints}, options));
  const SearchState& best = fresh[best_restart(fresh)];
  options.search.restarts = 1;
  const auto same = found_by(plan_search(chain, {instance.known, constraints, best.cluster_of_row}, options));
  ASSERT_EQ(same.size(), 1U);
  EXPECT_EQ(same[0].cluster_of_row, best.cluster_of_row) << "an optimum stays";
  EXPECT_EQ(same[0].summary.sweeps, 1U);
  options.search.restarts = 3;
  const auto more = found_by(plan_search(chain, {instance.known, constraints, instance.truth}, options));
  ASSERT_GE(more.size(), 2U);
  EXPECT_LE(more[0].summary.cost, information(chain, instance.truth, clusters, 0.5).cost() + 1e-12);
}

TEST(SearchPlan, GoesOnFromAStartThatIsGiven) {
  const Instance instance(3);
  expect_goes_on(instance, instance.chain);
  expect_goes_on(instance, instance.sparse);
}

TEST(SearchPlan, RepairsAStartThatBreaksWhatIsSaid) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Instance instance(seed);
    const Constraints constraints = instance.constraints();
    instance.options.search.restarts = 1;
    for (const Method method : {Method::comac, Method::comac_seq, Method::comac_ann}) {
      instance.options.search.method = method;
      const Rows all_in_one(rows, 0);
      const auto found =
          found_by(plan_search(instance.chain, {instance.known, constraints, all_in_one}, instance.options));
      EXPECT_TRUE(honours(test::Relation(instance.known, rows), found[0].cluster_of_row));
    }
  }
}

TEST(RestartRule, GoesOnUntilTheBestWasFoundOftenEnough) {
  std::size_t early = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Instance instance(seed);
    const Constraints constraints = instance.constraints();
    auto plan = plan_search(instance.chain, {instance.known, constraints}, instance.options);
    plan.rule = {.at_once = 5, .most = 60, .times = 3};
    const auto found = found_by(plan);
    const bool enough = times_best_was_found(found) >= 3;
    EXPECT_TRUE(enough || found.size() == 60);
    EXPECT_EQ(found.size() % 5, 0U);
    if (found.size() > 5) {
      EXPECT_LT(times_best_was_found({found.begin(), found.end() - 5}), 3U) << "it could have ended before";
    }
    early += found.size() < 60 ? 1 : 0;
    plan.threads = 3;
    const auto again = found_by(plan);
    ASSERT_EQ(again.size(), found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(again[i].cluster_of_row, found[i].cluster_of_row);
    }
    plan.rule = {.at_once = 60, .most = 60};
    const auto all = found_by(plan);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(all[i].cluster_of_row, found[i].cluster_of_row);
  }
  EXPECT_GT(early, 0U);
}

TEST(RestartRule, CountsEndsThatHonourAsMuchAndCostTheSame) {
  std::vector<SearchState> found(5);
  found[0].summary.cost = -1, found[1].summary.cost = -2, found[2].summary.cost = -2 + 1e-12;
  found[3].summary.cost = -3, found[3].broken = 1, found[4].summary.cost = -2 + 1e-6;
  EXPECT_EQ(times_best_was_found(found), 2U);
}

}  // namespace
}  // namespace comac
