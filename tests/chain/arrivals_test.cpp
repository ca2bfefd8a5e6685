// SPDX-License-Identifier: MIT
#include "chain/arrivals.hpp"

#include <gtest/gtest.h>

#include "support/sparse_instances.hpp"

namespace comac {
namespace {

const Progress silent;

/// A chain that stays where it is half of the time has no eigenvalue below 0.
DenseChain lazy(const DenseChain& chain) {
  SquareMatrix joint(chain.states());
  for (std::size_t i = 0; i < chain.states(); ++i) {
    for (std::size_t j = 0; j < chain.states(); ++j)
      joint.row(i)[j] = chain.from(i)[j] / 2 + (i == j ? chain.mass(i) / 2 : 0);
  }
  return DenseChain::reversible(std::move(joint), {chain.masses().begin(), chain.masses().end()});
}

TEST(Arrivals, AreTheStepsOfTheChainOneByOne) {
  constexpr std::size_t states = 20, clusters = 3, steps = 5;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const DenseChain chain = lazy(test::random_symmetric_chain(random, states));
    ProgressGate gate(silent);
    const Spectrum spectrum = leading_spectrum(test::sparse_of(chain), states, 1, gate);
    std::vector<std::uint32_t> cluster(states);
    for (std::size_t i = 0; i < states; ++i) cluster[i] = static_cast<std::uint32_t>(i % clusters);
    std::vector<double> expected(states * clusters, 0);
    for (std::size_t i = 0; i < states; ++i) expected[i * clusters + cluster[i]] = 1;
    for (std::size_t step = 0; step < steps; ++step) {
      std::vector<double> next(expected.size(), 0);
      for (std::size_t i = 0; i < states; ++i) {
        for (std::size_t j = 0; j < states; ++j) {
          for (std::size_t c = 0; c < clusters; ++c)
            next[i * clusters + c] += chain.from(i)[j] / chain.mass(i) * expected[j * clusters + c];
        }
      }
      expected = next;
    }
    const std::vector<float> found = arrival_chances(spectrum, steps, cluster, clusters);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6) << seed;
  }
}

}  // namespace
}  // namespace comac
