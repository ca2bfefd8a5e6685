// SPDX-License-Identifier: MIT
// A cost written by docs/adding-a-cost.md, of which the search knows nothing else, on every path of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "constraints/colouring.hpp"
#include "cost/cost.hpp"
#include "cost/soft_term.hpp"
#include "cost/termed_cost.hpp"
#include "optimise/primitive.hpp"
#include "optimise/refinement.hpp"
#include "optimise/search.hpp"
#include "optimise/turns.hpp"
#include "support/random_instances.hpp"
#include "support/relation.hpp"
#include "support/soft_charge.hpp"

namespace comac {
namespace {

using Rows = std::vector<std::uint32_t>;

/// Points on a line: how far apart those of a cluster are, each pair counted.
double spread(const std::vector<double>& place, const Rows& cluster_of_row) {
  double sum = 0;
  for (std::size_t i = 0; i < place.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (cluster_of_row[i] == cluster_of_row[j]) sum += (place[i] - place[j]) * (place[i] - place[j]);
    }
  }
  return sum;
}

class Spread {
 public:
  Spread(const std::vector<double>& place, const Groups& groups, Partition start)
      : place_(place), groups_(groups), partition_(std::move(start)) {}

  double value() const { return spread(place_, partition_.cluster_of_row(groups_)); }
  const Partition& partition() const { return partition_; }
  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Move move{static_cast<std::uint32_t>(group), candidates[i]};
      out[i] = delta_of({&move, 1});
    }
  }
  double delta_of(std::span<const Move> moves) const {
    Partition moved = partition_;
    for (const Move& move : moves) moved.move(move.group, move.to);
    return spread(place_, moved.cluster_of_row(groups_)) - value();
  }
  void apply(std::size_t group, std::uint32_t to) { partition_.move(group, to); }

 private:
  const std::vector<double>& place_;
  const Groups& groups_;
  Partition partition_;
};

static_assert(Cost<Spread> && !HasBeta<Spread> && !Itemised<Spread> && !KnowsNear<Spread>);
static_assert(Cost<TermedCost<Spread>> && !KnowsNear<TermedCost<Spread>>);

constexpr std::size_t clusters = 3;

struct Instance {
  explicit Instance(std::uint64_t seed, std::size_t rows = 14, std::size_t links = 5)
      : random(seed), place(rows), truth(test::random_clusters(random, rows, clusters)) {
    for (std::size_t i = 0; i < rows; ++i) place[i] = 4.0 * truth[i] + random.normal();
    known = test::truthful_side(random, truth, {2, links, clusters});
    constraints = propagate(known, rows, OnConflict::error);
  }
  const Groups& groups() const { return constraints.components; }
  Rows start(std::size_t index) const {
    Random own(7, index);
    return greedy_colouring(groups(), constraints.exclusive, clusters, own);
  }
  Spread cost(std::size_t index) const { return {place, groups(), Partition(clusters, start(index))}; }

  /// The best cost, and soft charge if there is one, of all partitions that honour everything.
  template <class OfRows>
  double best(OfRows cost_of) const {
    const test::Relation relation(known, place.size());
    double least = std::numeric_limits<double>::infinity();
    Rows cluster(groups().count(), 0);
    for (bool more = true; more;) {
      const Rows rows = Partition(clusters, cluster).cluster_of_row(groups());
      if (honours(relation, rows)) least = std::min(least, cost_of(rows));
      std::size_t i = 0;
      while (i < cluster.size() && ++cluster[i] == clusters) cluster[i++] = 0;
      more = i < cluster.size();
    }
    return least;
  }

  Random random;
  std::vector<double> place;
  Rows truth;
  SideInformation known;
  Constraints constraints;
};

template <Cost C>
void expect_no_move_gains(C& cost, const Instance& instance) {
  Candidates candidates(instance.groups(), instance.constraints.exclusive, clusters);
  std::vector<double> delta(clusters);
  for (std::size_t g = 0; g < instance.groups().count(); ++g) {
    const auto allowed = candidates.of(g, cost.partition());
    cost.deltas(g, allowed, delta);
    for (std::size_t i = 0; i < allowed.size(); ++i) EXPECT_GE(delta[i], -1e-9);
  }
}

TEST(ToyCost, IsMinimisedByMoves) {
  Instance instance(1);
  Spread cost = instance.cost(0);
  const double before = cost.value();
  Sequential<Spread> sweeper(instance.groups(), instance.constraints.exclusive, clusters);
  while (sweeper.sweep(cost)) continue;
  EXPECT_LT(cost.value(), before);
  expect_no_move_gains(cost, instance);
}

TEST(ToyCost, IsMinimisedBySwaps) {
  std::size_t gained = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Instance instance(seed, 14, 12);
    Spread cost = instance.cost(0);
    Sequential<Spread> moves(instance.groups(), instance.constraints.exclusive, clusters);
    while (moves.sweep(cost)) continue;
    const double before = cost.value();
    Refinement<Spread> refinement(instance.groups(), instance.constraints.exclusive, clusters);
    while (refinement.sweep(cost)) continue;
    gained += cost.value() < before - 1e-9 ? 1 : 0;
    expect_no_move_gains(cost, instance);
    Swaps<Spread> swaps(instance.constraints.exclusive);
    EXPECT_FALSE(swaps.sweep(cost));
    EXPECT_TRUE(is_proper(instance.constraints.exclusive, cost.partition().cluster_of_group()));
  }
  EXPECT_GT(gained, 0U) << "no instance that needs a swap";
}

TEST(ToyCost, IsMinimisedWithoutPropagation) {
  Instance instance(2);
  Primitive<Spread> sweeper(instance.constraints, clusters);
  Random random(1);
  const Groups rows = Groups::singletons(instance.place.size());
  Spread cost(instance.place, rows, Partition(clusters, sweeper.start(random)));
  const double before = cost.value();
  for (int sweep = 0; sweep < 25 && sweeper.sweep(cost); ++sweep) continue;
  EXPECT_LT(cost.value(), before);
}

TEST(ToyCost, IsMinimisedByAnnealing) {
  Instance instance(3);
  using Sweeper = Sequential<Spread>;
  Annealing<Sweeper, Spread> search(Sweeper(instance.groups(), instance.constraints.exclusive, clusters),
                                    instance.cost(0), instance.groups(), {1, 0.5}, 25);
  while (search.step({})) continue;
  const SearchState end = search.end();
  EXPECT_TRUE(end.summary.converged);
  EXPECT_NEAR(end.summary.cost, spread(instance.place, end.cluster_of_row), 1e-9);
  EXPECT_EQ(end.trace.size(), end.summary.sweeps + 2);
  for (std::size_t i = 1; i < end.trace.size(); ++i)
    EXPECT_LE(end.trace[i].cost, end.trace[i - 1].cost + 1e-9);
}

std::vector<SearchState> restarts(const Instance& instance, std::size_t threads) {
  const Progress none;
  ProgressGate gate(none);
  using Sweeper = Refinement<Spread>;
  const auto begin = [&](std::size_t index) -> std::unique_ptr<Search> {
    return std::make_unique<Annealing<Sweeper, Spread>>(
        Sweeper(instance.groups(), instance.constraints.exclusive, clusters), instance.cost(index),
        instance.groups(), std::vector{0.5}, 25);
  };
  return run_in_turns(12, begin, threads, gate);
}

TEST(ToyCost, IsMinimisedByRestarts) {
  const Instance instance(4, 12);
  const auto one = restarts(instance, 1), three = restarts(instance, 3);
  ASSERT_EQ(one.size(), 12U);
  double least = one[0].summary.cost;
  for (std::size_t r = 0; r < one.size(); ++r) {
    EXPECT_EQ(one[r].cluster_of_row, three[r].cluster_of_row);
    least = std::min(least, one[r].summary.cost);
  }
  EXPECT_NEAR(least, instance.best([&](const Rows& rows) { return spread(instance.place, rows); }), 1e-9);
}

TEST(ToyCost, IsMinimisedTogetherWithWhatIsSoft) {
  Instance instance(5, 12);
  SideInformation soft = test::empty_side(clusters);
  for (const auto& [a, b] : {std::pair{0U, 1U}, {2U, 3U}, {4U, 5U}}) {
    soft.links.push_back({a, b, LinkKind::must, {}, 0.9});
  }
  for (double& x : instance.place) x /= 30;  // so that neither has all the say
  const auto charged = [&](const Rows& rows) {
    return spread(instance.place, rows) + test::charge(soft, rows);
  };
  using C = TermedCost<Spread>;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t index = 0; index < 12; ++index) {
    const Partition start(clusters, instance.start(index));
    std::vector<std::unique_ptr<Term>> terms;
    terms.push_back(soft_term(soft)(instance.groups(), start));
    using Sweeper = Refinement<C>;
    Annealing<Sweeper, C> search(Sweeper(instance.groups(), instance.constraints.exclusive, clusters),
                                 C(Spread(instance.place, instance.groups(), start), std::move(terms)),
                                 instance.groups(), {0.5}, 25);
    while (search.step({})) continue;
    const SearchState end = search.end();
    EXPECT_NEAR(end.summary.cost, charged(end.cluster_of_row), 1e-9);
    least = std::min(least, end.summary.cost);
  }
  EXPECT_NEAR(least, instance.best(charged), 1e-9);
}

}  // namespace
}  // namespace comac
