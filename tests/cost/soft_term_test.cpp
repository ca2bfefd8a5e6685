// SPDX-License-Identifier: MIT
#include "cost/soft_term.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "cost/dense_cost.hpp"
#include "cost/information.hpp"
#include "cost/termed_cost.hpp"
#include "support/random_instances.hpp"
#include "support/soft_charge.hpp"

namespace comac {
namespace {

using Rows = std::vector<std::uint32_t>;

using test::charge;

/// Some items hard, some soft, some contradictory.
SideInformation random_side(Random& random, std::size_t rows) {
  SideInformation known = test::arbitrary_side(random, rows, {random.below(7), random.below(9), 3});
  std::erase_if(known.links, [](const Link& link) { return link.first == link.second; });
  for (Label& label : known.labels) label.trust = random.below(4) == 0 ? 1 : random.uniform();
  for (Link& link : known.links) link.trust = random.below(4) == 0 ? 1 : random.uniform();
  return known;
}

struct Instance {
  explicit Instance(Random& random)
      : rows(test::between(random, 3, 9)),
        clusters(test::between(random, 2, 4)),
        beta(random.below(2) == 0 ? 0.5 : random.uniform()),
        chain(test::random_chain(random, rows, random.below(2) == 0)),
        known(random_side(random, rows)),
        start(test::random_clusters(random, rows, clusters)),
        groups(Groups::singletons(rows)),
        states(chain, groups),
        term(new SoftTerm(known, groups, Partition(clusters, start))),
        cost(DenseCost(states, Partition(clusters, start), beta), terms()) {}

  std::vector<std::unique_ptr<Term>> terms() {
    std::vector<std::unique_ptr<Term>> result;
    result.emplace_back(term);
    return result;
  }
  template <class Item>
  double weigh(const Item& item, double share) {
    return term->weigh(item, groups, cost.partition(), share);
  }

  double oracle(const Rows& cluster) const {
    return information(chain, cluster, clusters, beta).cost() + charge(known, cluster);
  }

  std::size_t rows, clusters;
  double beta;
  DenseChain chain;
  SideInformation known;
  Rows start;
  Groups groups;
  GroupedChain states;
  SoftTerm* term;  // which the cost owns
  TermedCost<DenseCost> cost;
};

TEST(SoftTerm, ValueAndDeltasAreThoseOfTheDefinition) {
  Random random(11);
  for (int i = 0; i < 1500; ++i) {
    Instance instance(random);
    Rows now = instance.start, all(instance.clusters);
    std::iota(all.begin(), all.end(), 0U);
    std::vector<double> delta(instance.clusters);
    for (int step = 0; step < 6; ++step) {
      ASSERT_NEAR(instance.cost.value(), instance.oracle(now), 1e-10);
      const CostTerms terms = instance.cost.terms();
      ASSERT_EQ(terms.beside.size(), 1U);
      ASSERT_EQ(terms.beside.front().name, "soft items");
      ASSERT_NEAR(terms.beside.front().bits, charge(instance.known, now), 1e-10);
      const auto row = static_cast<std::uint32_t>(random.below(instance.rows));
      instance.cost.deltas(row, all, delta);
      for (const auto y : all) {
        Rows moved = now;
        moved[row] = y;
        ASSERT_NEAR(delta[y], instance.oracle(moved) - instance.oracle(now), 1e-10);
      }
      now[row] = static_cast<std::uint32_t>(random.below(instance.clusters));
      instance.cost.apply(row, now[row]);
    }
  }
}

TEST(SoftTerm, JointMovesChangeItAsTheDefinitionSays) {
  Random random(12);
  for (int i = 0; i < 2000; ++i) {
    Instance instance(random);
    Rows order(instance.rows), moved = instance.start;
    std::iota(order.begin(), order.end(), 0U);
    random.shuffle(std::span(order));
    std::vector<Move> moves;
    for (std::size_t m = 0; m < test::between(random, 1, instance.rows); ++m) {
      moves.push_back({order[m], static_cast<std::uint32_t>(random.below(instance.clusters))});
      moved[order[m]] = moves.back().to;
    }
    const double promised = instance.cost.delta_of(moves);
    ASSERT_NEAR(promised, instance.oracle(moved) - instance.oracle(instance.start), 1e-10);
    ASSERT_NEAR(instance.cost.value(), instance.oracle(instance.start), 1e-10) << "looking leaves no trace";
    for (const Move& move : moves) instance.cost.apply(move.group, move.to);
    ASSERT_NEAR(instance.cost.value(), instance.oracle(moved), 1e-10);
  }
}

TEST(SoftTerm, ALiftedItemNoLongerCharges) {
  Random random(13);
  for (int i = 0; i < 1000; ++i) {
    Instance instance(random);
    const double before = charge(instance.known, instance.start);
    for (std::size_t l = 0; l < instance.known.labels.size(); ++l) {
      const Label label = instance.known.labels[l];
      SideInformation rest = instance.known;
      rest.labels.erase(rest.labels.begin() + static_cast<std::ptrdiff_t>(l));
      const bool still_soft = std::ranges::any_of(rest.labels, [](const Label& x) { return x.trust < 1; });
      if (label.trust == 1 || !still_soft) continue;
      ASSERT_NEAR(instance.weigh(label, -1), charge(rest, instance.start) - before, 1e-12);
      instance.weigh(label, 1);
    }
    for (std::size_t l = 0; l < instance.known.links.size(); ++l) {
      const Link link = instance.known.links[l];
      if (link.trust == 1) continue;
      SideInformation rest = instance.known;
      rest.links.erase(rest.links.begin() + static_cast<std::ptrdiff_t>(l));
      ASSERT_NEAR(instance.weigh(link, -1), charge(rest, instance.start) - before, 1e-12);
      instance.weigh(link, 1);
    }
    ASSERT_NEAR(instance.cost.value(), instance.oracle(instance.start), 1e-10);
  }
}

}  // namespace
}  // namespace comac
