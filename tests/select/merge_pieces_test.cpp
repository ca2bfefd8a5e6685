// SPDX-License-Identifier: MIT
#include "select/merge_pieces.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "cost/information.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

/// Tries all pairs from scratch at every step.
std::vector<std::uint32_t> merge_slowly(const DenseChain& chain, std::size_t clusters) {
  std::vector<std::uint32_t> joins(chain.states());
  std::iota(joins.begin(), joins.end(), 0U);
  for (std::size_t left = chain.states(); left > clusters; --left) {
    double most = -std::numeric_limits<double>::infinity();
    std::vector<std::uint32_t> best;
    for (std::uint32_t a = 0; a < left; ++a) {
      for (std::uint32_t b = a + 1; b < left; ++b) {
        auto tried = joins;
        for (auto& j : tried) j = j == b ? a : j > b ? j - 1 : j;
        const double kept = information(chain, tried, left - 1, 0.5).cluster_information;
        if (kept > most + 1e-12) most = kept, best = tried;
      }
    }
    joins = best;
  }
  return joins;
}

TEST(MergePieces, MergesThePairThatLosesTheLeastAtEveryStep) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const DenseChain chain = test::random_symmetric_chain(random, 9);
    std::vector<double> between;
    for (std::size_t i = 0; i < 9; ++i) {
      for (std::size_t j = 0; j < 9; ++j) between.push_back(chain.from(i)[j]);
    }
    EXPECT_EQ(merge_pieces(between, 9, 3), merge_slowly(chain, 3)) << seed;
  }
}

TEST(MergePieces, LeavesFewPiecesAsTheyAre) {
  EXPECT_EQ(merge_pieces({0.5, 0, 0, 0.5}, 2, 3), (std::vector<std::uint32_t>{0, 1}));
}

}  // namespace
}  // namespace comac
