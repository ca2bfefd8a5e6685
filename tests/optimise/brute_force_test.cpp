// SPDX-License-Identifier: MIT
// Small instances, all of whose partitions can be looked at.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "chain/gaussian_chain.hpp"
#include "support/engine.hpp"
#include "support/paper.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

constexpr std::size_t clusters = 3;

struct Instance {
  Instance(Random& random, DenseChain the_chain)
      : chain(std::move(the_chain)),
        known(test::truthful_side(random, test::random_clusters(random, chain.states(), clusters),
                                  {random.below(4), random.below(4), clusters})),
        constraints(propagate(known, chain.states(), OnConflict::error)),
        relation(known, chain.states()) {}

  std::vector<SearchState> run(Method method, double beta, std::size_t restarts) const {
    Options options;
    options.clusters = clusters, options.search.method = method, options.search.beta = beta;
    options.search.restarts = restarts, options.threads = 1;
    return test::run(chain, constraints, options);
  }

  DenseChain chain;
  SideInformation known;
  Constraints constraints;
  test::Relation relation;
};

DenseChain points(Random& random, std::size_t rows) {
  const Progress none;
  ProgressGate gate(none);
  return gaussian_chain(test::random_table(random, rows, 2), 4, 1, gate).chain;
}

/// Calls visit(g) for every g of rows -> clusters.
template <class Visit>
void for_all_partitions(std::size_t rows, Visit visit) {
  std::vector<std::uint32_t> g(rows, 0);
  for (;;) {
    visit(g);
    std::size_t i = 0;
    while (i < rows && ++g[i] == clusters) g[i++] = 0;
    if (i == rows) return;
  }
}

double global_optimum(const Instance& instance, double beta) {
  double least = std::numeric_limits<double>::infinity();
  for_all_partitions(instance.chain.states(), [&](const std::vector<std::uint32_t>& g) {
    if (!honours(instance.relation, g)) return;
    least = std::min(least, information(instance.chain, g, clusters, beta).cost());
  });
  return least;
}

TEST(BruteForce, EveryConvergedResultIsALocalOptimum) {
  Random random(1);
  std::size_t converged = 0;
  for (int i = 0; i < 300; ++i) {
    const std::size_t rows = test::between(random, 4, 8);
    const Instance instance(random,
                            i % 3 == 0 ? points(random, rows) : test::random_chain(random, rows, i % 3 == 1));
    const test::Paper paper(instance.chain, instance.relation, clusters, true);
    for (const double beta : {0.0, 0.3, 0.5, 0.8, 1.0}) {
      for (const SearchState& restart :
           instance.run(i % 2 == 0 ? Method::comac_seq : Method::comac, beta, 5)) {
        if (!restart.summary.converged) continue;
        ++converged;
        const double cost = paper.cost(restart.cluster_of_row, beta);
        for (const auto x : paper.visited()) {
          for (const auto y : paper.possible(restart.cluster_of_row, x)) {
            ASSERT_GE(paper.cost(paper.moved(restart.cluster_of_row, x, y), beta), cost - 1.1e-12);
          }
        }
      }
    }
  }
  EXPECT_GT(converged, 300U * 5 * 5 * 9 / 10);
}

constexpr std::size_t instances = 100;

/// The instances whose best of 20 restarts is the best of all partitions that honour everything.
template <class MakeChain>
std::size_t global_optima_found(Method method, double beta, MakeChain make_chain) {
  Random random(2);
  std::size_t found = 0;
  for (std::size_t i = 0; i < instances; ++i) {
    const Instance instance(random, make_chain(random, test::between(random, 5, 8)));
    const auto restarts = instance.run(method, beta, 20);
    const double least = global_optimum(instance, beta);
    const double best = restarts[best_restart(restarts)].summary.cost;
    const bool feasible = honours(instance.relation, restarts[best_restart(restarts)].cluster_of_row);
    EXPECT_TRUE(!feasible || best >= least - 1e-12) << "better than the best";
    found += feasible && best <= least + 1e-9 ? 1 : 0;
  }
  return found;
}

void expect_global_optima(Method method) {
  for (const double beta : {0.5, 0.75, 1.0}) {
    SCOPED_TRACE(beta);
    EXPECT_GE(global_optima_found(method, beta, points), instances * 95 / 100);
    EXPECT_GE(global_optima_found(method, beta, test::random_symmetric_chain), instances * 95 / 100);
    const auto any = [](Random& random, std::size_t rows) { return test::random_chain(random, rows); };
    EXPECT_GE(global_optima_found(method, beta, any), instances * 95 / 100);
  }
}

TEST(BruteForce, BestOfTwentyRestartsIsAlmostAlwaysTheGlobalOptimum) {
  expect_global_optima(Method::comac_seq);
}

TEST(BruteForce, WithSwapsItIsToo) { expect_global_optima(Method::comac); }

}  // namespace
}  // namespace comac
