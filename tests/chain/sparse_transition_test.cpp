// SPDX-License-Identifier: MIT
#include "chain/sparse_transition.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "comac/base/error.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

/// P(i,j) = J(i,j) / mu(i).
Table transition_of(const DenseChain& chain) {
  const std::size_t n = chain.states();
  Table p{n, n, std::vector<double>(n * n), {}};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) p.at(i, j) = chain.from(i)[j] / chain.mass(i);
  }
  return p;
}

SparseTransitionChain build(const Table& p) {
  const Progress none;
  ProgressGate gate(none);
  return transition_chain(sparse_matrix(p), gate);
}

std::string refusal(const Table& p) {
  try {
    build(p);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

RC_GTEST_PROP(SparseTransition, FindsTheChainThatItCameFrom, (std::uint64_t seed)) {
  Random random(seed);
  const DenseChain chain = test::random_chain(random, test::between(random, 1, 20), false);
  const SparseTransitionChain found = build(transition_of(chain));
  RC_ASSERT(found.residual < 1e-12);
  for (std::size_t i = 0; i < chain.states(); ++i) {
    RC_ASSERT(std::abs(found.chain.mass(i) - chain.mass(i)) < 1e-9);
    const Flows flows = found.chain.from(i);
    for (std::size_t e = 0; e < flows.size(); ++e) {
      RC_ASSERT(std::abs(flows.mass[e] - chain.from(i)[flows.state[e]]) < 1e-9);
    }
  }
}

TEST(SparseTransition, IsNotPassedRoundACycleForEver) {
  Random random(52720);  // Gauss and Seidel alone end with a residual of 0.04 here
  const DenseChain chain = test::random_chain(random, test::between(random, 1, 20), false);
  EXPECT_LT(build(transition_of(chain)).residual, 1e-12);
}

TEST(SparseTransition, KnowsAReversibleChain) {
  // A random walk on a path of 300 states: slow to mix, but balanced edge by edge.
  const std::size_t n = 300;
  Table p{n, n, std::vector<double>(n * n, 0), {}};
  for (std::size_t i = 0; i < n; ++i) {
    p.at(i, i > 0 ? i - 1 : i) += 0.3;
    p.at(i, i + 1 < n ? i + 1 : i) += 0.7;
  }
  const SparseTransitionChain found = build(p);
  EXPECT_TRUE(found.chain.symmetric());
  EXPECT_LT(found.residual, 1e-14);
  EXPECT_NEAR(found.chain.mass(n - 1) / found.chain.mass(n - 2), 7.0 / 3, 1e-9);
}

TEST(SparseTransition, TakesPiecesThatNothingJoins) {
  const SparseTransitionChain found = build({5,
                                             5,
                                             {0, 1, 0, 0, 0,  //
                                              1, 0, 0, 0, 0,  //
                                              0, 0, 0, 1, 0,  // a cycle
                                              0, 0, 0, 0, 1,  //
                                              0, 0, 1, 0, 0},
                                             {}});
  EXPECT_FALSE(found.chain.symmetric());
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(found.chain.mass(i), 0.2, 1e-12) << i;
  EXPECT_LT(found.residual, 1e-12);
}

TEST(SparseTransition, TakesSimilaritiesAsATablesChainIsMade) {
  const SparseTransitionChain found = build({3, 3, {1, 2, 0, 2, 1, 0, 0, 0, 4}, {}});
  EXPECT_TRUE(found.chain.symmetric());
  EXPECT_DOUBLE_EQ(found.chain.between(0, 1), 0.2);
  EXPECT_DOUBLE_EQ(found.chain.mass(2), 0.4);
  const SparseTransitionChain one_way = build({2, 2, {2, 4, 0, 2}, {}});
  EXPECT_DOUBLE_EQ(one_way.chain.between(1, 0), 0.25);
  EXPECT_NE(refusal({2, 2, {5, 0, 0, 0}, {}}).find("row 1 sum to 0"), std::string::npos);
  EXPECT_NE(refusal({2, 2, {5, -1, -1, 2}, {}}).find("row 0 has the similarity -1"), std::string::npos);
}

TEST(SparseTransition, NamesTheRowThatIsWrong) {
  EXPECT_NE(refusal({2, 2, {0.5, 0.5, 0.4, 0.5}, {}}).find("row 1 sums to 0.9"), std::string::npos);
  EXPECT_NE(refusal({2, 2, {0.5, 0.5, -0.5, 1.5}, {}}).find("row 1 has the negative entry"),
            std::string::npos);
  EXPECT_NE(refusal({2, 2, {1, 0, 0.5, 0.5}, {}}).find("row 1 cannot be reached"), std::string::npos);
  EXPECT_NE(refusal({2, 2, {0.5, 0.5, 0, 1}, {}}).find("row 1 has no path to"), std::string::npos);
  EXPECT_NE(refusal({3, 3, {1, 0, 0, 0, 0.5, 0.5, 0, 0, 1}, {}}).find("row 2 has no path to row 1"),
            std::string::npos);
}

}  // namespace
}  // namespace comac
