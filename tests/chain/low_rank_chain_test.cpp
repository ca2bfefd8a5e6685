// SPDX-License-Identifier: MIT
#include "chain/low_rank_chain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "chain/gaussian_chain.hpp"
#include "chain/neighbour_chain.hpp"
#include "chain/reversible.hpp"
#include "chain/transition.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

const Progress silent;

NeighbourChainOptions near(std::size_t neighbours) {
  NeighbourChainOptions options;
  options.neighbours = neighbours;
  return options;
}

/// A Gaussian chain of some rows: all its eigenvalues are positive.
DenseChain gaussian(Random& random, std::size_t rows) {
  ProgressGate gate(silent);
  return gaussian_chain(test::blobs(random, rows, 3, 3, 1), 5, 1, gate).chain;
}

Spectrum whole_spectrum(const DenseChain& chain) {
  ProgressGate gate(silent);
  return leading_spectrum(test::sparse_of(chain), chain.states(), 1, gate);
}

/// Rows on a line in two stretches with nothing between them.
SparseChain two_stretches(std::size_t each) {
  SparseMatrix joint;
  const double unit = 1.0 / static_cast<double>(2 * (3 * each - 2));
  for (std::uint32_t i = 0; i < 2 * each; ++i) {
    for (const std::uint32_t j : {i - 1, i, i + 1}) {
      if (j < 2 * each && j / each == i / each && j != UINT32_MAX)
        joint.columns.push_back(j), joint.values.push_back(unit);
    }
    joint.offsets.push_back(joint.columns.size());
  }
  return SparseChain::reversible(std::move(joint));
}

TEST(LowRankChain, WithAllPairsIsThePowerOfTheChain) {
  for (const std::size_t steps : {1U, 2U, 7U, 64U}) {
    Random random(steps), twin(steps);
    const LowRankChain factors(whole_spectrum(gaussian(random, 24)), static_cast<double>(steps));
    const DenseChain power = relax(gaussian(twin, 24), steps).chain;
    for (std::size_t i = 0; i < 24; ++i) {
      for (std::size_t j = 0; j < 24; ++j) EXPECT_NEAR(factors.between(i, j), power.from(i)[j], 1e-11);
    }
  }
}

TEST(LowRankChain, OfAnyChainIsThePowerOfTheChainItself) {
  for (const std::size_t steps : {1U, 2U, 7U, 64U}) {
    Random random(steps), twin(steps);
    const DenseChain chain = test::random_chain(random, 18, false);
    ProgressGate gate(silent);
    const Spectrum spectrum = leading_spectrum(reversibilised(chain), 18, 1, gate);
    const LowRankChain factors(spectrum, step_of_modes(chain, spectrum), static_cast<double>(steps));
    EXPECT_FALSE(factors.symmetric());
    const DenseChain power = relax(test::random_chain(twin, 18, false), steps).chain;
    for (std::size_t i = 0; i < 18; ++i) {
      for (std::size_t j = 0; j < 18; ++j) EXPECT_NEAR(factors.between(i, j), power.from(i)[j], 1e-11);
    }
  }
}

TEST(LowRankChain, KeepsTheMassesHoweverFewModesAreLeft) {
  Random random(3);
  ProgressGate gate(silent);
  const auto built = neighbour_chain(test::blobs(random, 300, 2, 3), near(10), gate);
  const LowRankChain chain(leading_spectrum(built.chain, 6, 1, gate), 8);
  for (std::size_t i = 0; i < chain.states(); i += 17) {
    std::vector<std::uint32_t> all(chain.states());
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_NEAR(chain.mass_to(i, all), chain.mass(i), 1e-9);
  }
}

TEST(Spectrum, LanczosFindsWhatAllPairsFind) {
  Random random(4);
  ProgressGate gate(silent);
  const auto built = neighbour_chain(test::blobs(random, 400, 2, 4, 3), near(10), gate);
  const Spectrum few = leading_spectrum(built.chain, 12, 1, gate);
  const Spectrum all = leading_spectrum(built.chain, 400, 1, gate);
  ASSERT_EQ(few.pairs, 12U);
  for (std::size_t m = 0; m < few.pairs; ++m) EXPECT_NEAR(few.values[m], all.values[m], 1e-7) << m;
  const LowRankChain by_few(few, 512), by_all(all, 512);
  for (std::size_t i = 0; i < 400; i += 31) {
    for (std::size_t j = 0; j < 400; j += 29) EXPECT_NEAR(by_few.between(i, j), by_all.between(i, j), 1e-7);
  }
}

TEST(Spectrum, PiecesThatNothingJoinsHaveAnEigenvalueOfOneEach) {
  ProgressGate gate(silent);
  const SparseChain chain = two_stretches(80);
  const Spectrum spectrum = leading_spectrum(chain, 5, 1, gate);
  EXPECT_NEAR(spectrum.values[0], 1, 1e-12);
  EXPECT_NEAR(spectrum.values[1], 1, 1e-12);
  EXPECT_LT(spectrum.values[2], 1 - 1e-4);
  const LowRankChain far(spectrum, 1e6);
  EXPECT_NEAR(far.between(0, 79), chain.mass(0) * chain.mass(79) / 0.5, 1e-9);
  EXPECT_NEAR(far.between(0, 80), 0, 1e-12);
}

TEST(Spectrum, MorePiecesThanPairsKeepTheHeaviest) {
  SparseMatrix joint;  // 200 states that never leave, the first two the heaviest
  double total = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    joint.columns.push_back(i);
    joint.values.push_back(i < 2 ? 10 : 1);
    total += joint.values.back();
    joint.offsets.push_back(joint.columns.size());
  }
  for (double& value : joint.values) value /= total;
  const SparseChain chain = SparseChain::reversible(std::move(joint));
  ProgressGate gate(silent);
  const LowRankChain factors(leading_spectrum(chain, 3, 1, gate), 2);
  EXPECT_NEAR(factors.between(0, 0), chain.mass(0), 1e-12);
  EXPECT_NEAR(factors.between(0, 1), 0, 1e-12);
  EXPECT_GT(factors.between(50, 60), 0);  // as one with the rest
}

TEST(Spectrum, IsTheSameForAnyNumberOfThreads) {
  Random random(5);
  ProgressGate gate(silent);
  const auto built = neighbour_chain(test::blobs(random, 9000, 2, 4, 3), near(8), gate);
  const Spectrum one = leading_spectrum(built.chain, 8, 1, gate),
                 three = leading_spectrum(built.chain, 8, 3, gate);
  EXPECT_EQ(one.values, three.values);
  EXPECT_EQ(one.vectors, three.vectors);
}

}  // namespace
}  // namespace comac
