// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "comac/cost/contract.hpp"
#include "comac/cost/information.hpp"
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

RC_GTEST_PROP(Contraction, OfASymmetricChainIsSymmetricToTheLastBit, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t n = test::between(random, 2, 20);
  const SparseChain sparse = test::sparse_of(test::random_chain(random, n, true));
  const SparseChain coarse = contract(sparse, Groups(test::random_clusters(random, n, 1 + n / 3)));
  const SparseMatrix there{[&] {
    SparseMatrix matrix;
    for (std::size_t i = 0; i < coarse.states(); ++i) {
      const Flows flows = coarse.from(i);
      matrix.columns.insert(matrix.columns.end(), flows.state.begin(), flows.state.end());
      matrix.values.insert(matrix.values.end(), flows.mass, flows.mass + flows.size());
      matrix.offsets.push_back(matrix.columns.size());
    }
    return matrix;
  }()};
  const SparseMatrix back = transpose(there);
  RC_ASSERT(back.columns == there.columns);
  RC_ASSERT(back.values == there.values);
}

}  // namespace
}  // namespace comac
