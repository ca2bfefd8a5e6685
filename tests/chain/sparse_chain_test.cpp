// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cost/contract.hpp"
#include "cost/information.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

TEST(SparseChain, IntoIsTheTransposeOfFrom) {
  Random random(3);
  const DenseChain dense = test::random_chain(random, 9, false);
  const SparseChain sparse = test::sparse_of(dense);
  for (std::size_t j = 0; j < 9; ++j) {
    std::vector<double> column(9, 0);
    const Flows flows = sparse.into(j);
    for (std::size_t e = 0; e < flows.size(); ++e) column[flows.state[e]] = flows.mass[e];
    for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(column[i], dense.from(i)[j]);
    EXPECT_NEAR(sparse.mass(j), dense.mass(j), 1e-15);
  }
}

RC_GTEST_PROP(Contraction, IsExactAtBetaOneHalf, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t n = test::between(random, 1, 20), k = test::between(random, 1, 5);
  const DenseChain dense = test::random_chain(random, n, random.below(2) == 0);
  const SparseChain sparse = test::sparse_of(dense);
  const Groups groups(test::random_clusters(random, n, 1 + n / 2));
  const auto cluster_of_group = test::random_clusters(random, groups.count(), k);
  std::vector<std::uint32_t> cluster(n);
  for (std::size_t x = 0; x < n; ++x) cluster[x] = cluster_of_group[groups.group_of(x)];

  const double expected = information(dense, cluster, k, 0.5).cost();
  for (const SparseChain& coarse : {contract(sparse, groups), contract(dense, groups)}) {
    RC_ASSERT(coarse.states() == groups.count());
    RC_ASSERT(coarse.symmetric() == dense.symmetric());
    RC_ASSERT(std::abs(information(coarse, cluster_of_group, k, 0.5).cost() - expected) < 1e-12);
  }
}

TEST(Contraction, DoesNotDependOnTheNumberOfThreads) {
  Random random(1);
  SparseMatrix joint;
  for (std::uint32_t i = 0; i < 20000; ++i) {  // a ring with chords: rows of several parts
    for (const std::uint32_t step : {0U, 1U, 77U}) {
      joint.columns.push_back((i + step) % 20000);
      joint.values.push_back((1 + random.uniform()) / 1e5);
    }
    joint.offsets.push_back(joint.columns.size());
  }
  const SparseChain chain = SparseChain::general(std::move(joint));
  const Groups groups(test::random_clusters(random, 20000, 9000));
  const SparseChain one = contract(chain, groups, 1), three = contract(chain, groups, 3);
  ASSERT_EQ(one.entries(), three.entries());
  for (std::size_t i = 0; i < one.states(); ++i) {
    const Flows a = one.from(i), b = three.from(i);
    ASSERT_TRUE(std::ranges::equal(a.state, b.state));
    ASSERT_TRUE(std::equal(a.mass, a.mass + a.size(), b.mass));
  }
}

}  // namespace
}  // namespace comac
