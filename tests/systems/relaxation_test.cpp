// SPDX-License-Identifier: MIT
#include "systems/relaxation.hpp"

#include <gtest/gtest.h>

#include "chain/transition.hpp"
#include "comac/base/error.hpp"
#include "systems/graph_cases.hpp"

namespace comac {
namespace {

/// Four blocks of four states; weights 1 within a block, `near` between 0-1 and 2-3, `far` elsewhere.
DenseChain nested_blocks(double near, double far) {
  Eigen::MatrixXd weights(16, 16);
  for (Eigen::Index i = 0; i < 16; ++i) {
    for (Eigen::Index j = 0; j < 16; ++j) {
      weights(i, j) = i / 4 == j / 4 ? 1 : i / 8 == j / 8 ? near : far;
    }
  }
  return test::chain_of(weights);
}

/// I(X_0;X_t) by the definition, from the chain that takes t steps.
double information_by_definition(const DenseChain& chain) {
  double bits = 0;
  for (std::size_t i = 0; i < chain.states(); ++i) {
    for (std::size_t j = 0; j < chain.states(); ++j) {
      const double p = chain.from(i)[j];
      if (p > 0) bits += p * std::log2(p / (chain.mass(i) * chain.mass(j)));
    }
  }
  return bits;
}

TEST(Relaxation, DoublingIsThePowerOfTheChain) {
  const Eigen::MatrixXd weights = test::random_weights(30, 21);
  const DenseChain chain = test::chain_of(weights);
  Doubling doubling(chain, 1);
  for (const std::size_t steps : {1U, 2U, 4U, 8U}) {
    const DenseChain expected = relax(test::chain_of(weights), steps).chain;
    const DenseChain found = doubling.chain();
    EXPECT_EQ(doubling.steps(), steps);
    for (std::size_t i = 0; i < 30; ++i) {
      for (std::size_t j = 0; j < 30; ++j) EXPECT_NEAR(found.from(i)[j], expected.from(i)[j], 1e-15);
    }
    EXPECT_NEAR(doubling.information(), information_by_definition(expected), 1e-12);
    doubling.advance();
  }
}

TEST(Relaxation, StopsWithinADoubling) {
  Doubling doubling(test::chain_of(test::random_weights(300, 22)), 1);
  int calls = 0;
  EXPECT_THROW(doubling.advance([&] { return ++calls == 3; }), Error);
  EXPECT_EQ(calls, 3);
}

/// Three blobs of 220 states that the walk seldom leaves; similarities of rows on a line, as a kernel has
/// them.
DenseChain three_blobs() {
  constexpr Eigen::Index size = 660;
  Random random(5);
  Eigen::VectorXd x(size);
  for (Eigen::Index i = 0; i < size; ++i) x[i] = random.normal() + 6.0 * static_cast<double>(i % 3);
  Eigen::MatrixXd weights(size, size);
  for (Eigen::Index i = 0; i < size; ++i) weights.col(i) = (-(x.array() - x[i]).abs() / 1.5).exp();
  return test::chain_of(weights);
}

TEST(Relaxation, EigenpairsStandForTheMatrixOnceTheyAreEnough) {
  const DenseChain chain = three_blobs();
  Doubling squares(chain, 1), factors(chain, 2, 1);
  while (!factors.factored()) {
    ASSERT_LT(factors.steps(), 64U);
    EXPECT_EQ(factors.information(), squares.information());
    squares.advance();
    factors.advance();
  }
  for (int doubling = 0; doubling < 8; ++doubling) {
    ASSERT_EQ(factors.steps(), squares.steps());
    EXPECT_NEAR(factors.information(), squares.information(), 1e-3) << squares.steps();
    squares.advance();
    factors.advance();
  }
  EXPECT_FALSE(squares.factored());
}

TEST(Relaxation, TheChainOfEigenpairsIsAChain) {
  const DenseChain start = three_blobs();
  Doubling squares(start, 1), factors(start, 1, 1);
  while (factors.steps() < 32) squares.advance(), factors.advance();
  ASSERT_TRUE(factors.factored());
  const DenseChain expected = squares.chain(), found = factors.chain();
  double total = 0, largest = 0;
  for (std::size_t i = 0; i < found.states(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < found.states(); ++j) {
      EXPECT_GE(found.from(i)[j], 0);
      EXPECT_EQ(found.from(i)[j], found.from(j)[i]);
      largest = std::max(largest, std::abs(found.from(i)[j] - expected.from(i)[j]));
      sum += found.from(i)[j];
    }
    EXPECT_NEAR(found.mass(i), sum, 1e-15);
    total += sum;
  }
  EXPECT_NEAR(total, 1, 1e-12);
  EXPECT_LT(largest * 660 * 660, 1e-2);  // entries are about 1 / 660^2
}

TEST(Relaxation, InformationNeverGrows) {
  const Progress silent;
  ProgressGate gate(silent);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto decay = information_decay(test::chain_of(test::random_weights(25, seed)), 1, gate);
    ASSERT_GT(decay.size(), 2U);
    for (std::size_t i = 1; i < decay.size(); ++i) EXPECT_LE(decay[i], decay[i - 1] + 1e-12);
    EXPECT_LT(decay.back(), 0.01);
  }
}

TEST(Relaxation, PlateauIsTheLeastLossNearTheBitsThatClustersTell) {
  // Losses 2, .9, .1, .02, .5, 1.2, .01, .28: local minima at t = 8 with 2 bits and at t = 64 with .3.
  const std::vector<double> information{5, 3, 2.1, 2, 1.98, 1.48, 0.28, 0.27, 0};
  EXPECT_EQ(plateau(information, 2), 8U);
  EXPECT_EQ(plateau(information, 1), 64U);
  EXPECT_EQ(plateau(information, 5), 8U);
}

TEST(Relaxation, WithoutAPauseOneStepIsTaken) {
  EXPECT_EQ(plateau(std::vector<double>{4, 2, 1, 0.5}, 1), 1U);
  EXPECT_EQ(plateau(std::vector<double>{1.0}, 1), 1U);
  EXPECT_EQ(plateau(std::vector<double>{3, 2, 2}, 1), 2U);  // what is never lost is a plateau too
}

TEST(Relaxation, TimeLiesBetweenTheScalesOfTheChain) {
  const Progress silent;
  ProgressGate gate(silent);
  // A walk leaves its block after about 1 / near steps and its half after about 1 / (2 far).
  const DenseChain chain = nested_blocks(1e-3, 1e-8);
  const std::size_t halves = relaxation_time(chain, 2, 1, gate);
  EXPECT_GT(halves, 1000U);
  EXPECT_LT(halves, 50000000U);
  EXPECT_LT(relaxation_time(chain, 4, 1, gate), 1000U);
  EXPECT_EQ(relaxation_time(chain, 1, 1, gate), 1U);
}

TEST(Relaxation, PiecesWithoutAConnectionNeverMeet) {
  const Progress silent;
  ProgressGate gate(silent);
  const auto decay = information_decay(nested_blocks(0, 0), 1, gate);
  EXPECT_LT(decay.size(), 5U);
  EXPECT_NEAR(decay.back(), 2, 1e-12);
}

TEST(Relaxation, CancellingIsAnError) {
  const Progress cancel = [](const ProgressEvent&) { return false; };
  ProgressGate gate(cancel);
  EXPECT_THROW(relaxation_time(nested_blocks(1e-3, 1e-8), 2, 1, gate), std::runtime_error);
}

TEST(Relaxation, ThreadsDoNotChangeABit) {
  const Progress silent;
  ProgressGate gate(silent);
  const DenseChain chain = test::chain_of(test::random_weights(300, 22));
  const auto one = information_decay(chain, 1, gate);
  EXPECT_EQ(information_decay(chain, 2, gate), one);
  EXPECT_EQ(information_decay(chain, 7, gate), one);
}

}  // namespace
}  // namespace comac
