// SPDX-License-Identifier: MIT
#include "chain/reversible.hpp"

#include <gtest/gtest.h>

#include "support/sparse_instances.hpp"

namespace comac {
namespace {

TEST(Reversible, GoesBackAsOftenAsThereWithTheSameMasses) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const DenseChain dense = test::random_chain(random, test::between(random, 1, 15), false);
    const SparseChain sparse = test::sparse_of(dense);
    for (const SparseChain& found : {reversibilised(dense), reversibilised(sparse)}) {
      EXPECT_TRUE(found.symmetric());
      for (std::size_t i = 0; i < dense.states(); ++i) {
        EXPECT_NEAR(found.mass(i), dense.mass(i), 1e-14);
        for (std::size_t j = 0; j < dense.states(); ++j)
          EXPECT_NEAR(found.between(i, j), (dense.between(i, j) + dense.between(j, i)) / 2, 1e-15);
      }
    }
  }
}

TEST(Reversible, LeavesAReversibleSparseChainAsItIs) {
  Random random(1);
  const SparseChain chain = test::sparse_of(test::random_chain(random, 9, true));
  EXPECT_EQ(&ReversibleView(chain).chain(), &chain);
  const SparseChain other = test::sparse_of(test::random_chain(random, 9, false));
  EXPECT_NE(&ReversibleView(other).chain(), &other);
}

}  // namespace
}  // namespace comac
