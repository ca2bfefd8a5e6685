// SPDX-License-Identifier: MIT
// Small instances with hard and soft items, all of whose partitions can be looked at.
#include <gtest/gtest.h>

#include <limits>

#include "cost/information.hpp"
#include "fitted/solve.hpp"
#include "support/random_instances.hpp"
#include "support/relation.hpp"
#include "support/soft_charge.hpp"

namespace comac {
namespace {

constexpr std::size_t clusters = 3;

/// Hard items agree with a hidden truth, soft ones say anything.
SideInformation mixed_side(Random& random, std::size_t rows) {
  const auto truth = test::random_clusters(random, rows, clusters);
  SideInformation known = test::truthful_side(random, truth, {random.below(2), random.below(3), clusters});
  const SideInformation soft =
      test::arbitrary_side(random, rows, {1 + random.below(4), 1 + random.below(4), clusters});
  for (Label label : soft.labels) label.trust = 0.5 + random.uniform() / 2, known.labels.push_back(label);
  for (Link link : soft.links) link.trust = 0.5 + random.uniform() / 2, known.links.push_back(link);
  return known;
}

SideInformation hard_part(SideInformation known) {
  std::erase_if(known.labels, [](const Label& label) { return !is_hard(label); });
  std::erase_if(known.links, [](const Link& link) { return !is_hard(link); });
  return known;
}

TEST(BruteForce, WithSoftItemsTheBestOfAllPartitionsIsMostlyFound) {
  Random random(31);
  constexpr std::size_t instances = 200;
  std::size_t found = 0;
  for (std::size_t i = 0; i < instances; ++i) {
    const std::size_t rows = test::between(random, 4, 8);
    const DenseChain chain = test::random_symmetric_chain(random, rows);
    SideInformation known = mixed_side(random, rows);
    const test::Relation relation(hard_part(known), rows);
    // What hard items have settled is not charged: no move could help.
    std::erase_if(known.links,
                  [&](const Link& link) { return !is_hard(link) && relation.must(link.first, link.second); });
    Options options;
    options.clusters = clusters, options.search.restarts = 20, options.threads = 1;
    const Progress none;
    ProgressGate gate(none);
    const Result result = solve(chain, known, options, gate);
    ASSERT_TRUE(honours(relation, result.cluster));
    const auto total = [&](const std::vector<std::uint32_t>& g) {
      return information(chain, g, clusters, options.search.beta).cost() + test::charge(known, g);
    };
    ASSERT_NEAR(result.cost, total(result.cluster), 1e-10);
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::uint32_t> g(rows, 0);
    for (std::size_t digit = 0; digit < rows;) {
      if (honours(relation, g)) least = std::min(least, total(g));
      for (digit = 0; digit < rows && ++g[digit] == clusters; ++digit) g[digit] = 0;
    }
    ASSERT_GE(result.cost, least - 1e-10);
    found += result.cost <= least + 1e-9 ? 1 : 0;
  }
  // The soft items say anything, and the search starts from clusters that honour as many as possible.
  EXPECT_GE(found, instances * 75 / 100);
}

}  // namespace
}  // namespace comac
