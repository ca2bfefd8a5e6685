// SPDX-License-Identifier: MIT
#include "select/coarse.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "chain/neighbour_chain.hpp"
#include "select/scales.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

const Progress silent;
constexpr std::size_t rows = 1200, clusters = 4, pairs = 12, states = 150;

SparseChain chain_of_blobs(std::uint64_t seed) {
  Random random(seed);
  ProgressGate gate(silent);
  NeighbourChainOptions options;
  options.neighbours = 12;
  return neighbour_chain(test::blobs(random, rows, 5, clusters, 2), options, gate).chain;
}

Spectrum refined(const SparseChain& chain, std::size_t threads) {
  ProgressGate gate(silent);
  const CoarseChain coarse = coarsened(chain, {clusters, states, 1, threads}, gate);
  EXPECT_LE(coarse.chain.states(), 2 * states);
  return refined_spectrum(chain, leading_spectrum(coarse.chain, pairs, threads, gate), coarse.groups, threads,
                          gate);
}

/// u_a' S u_b by its definition.
double quotient(const SparseChain& chain, const Spectrum& spectrum, std::size_t a, std::size_t b) {
  double sum = 0;
  for (std::size_t i = 0; i < chain.states(); ++i) {
    chain.each_from(i, [&](std::uint32_t j, double mass) {
      sum += spectrum.vector_of(i)[a] * spectrum.vector_of(j)[b] * mass /
             std::sqrt(chain.mass(i) * chain.mass(j));
    });
  }
  return sum;
}

TEST(RefinedSpectrum, IsOrthonormalAndHasTheValuesOfItsVectors) {
  const SparseChain chain = chain_of_blobs(1);
  const Spectrum found = refined(chain, 1);
  ASSERT_EQ(found.pairs, pairs);
  for (std::size_t a = 0; a < pairs; ++a) {
    for (std::size_t b = 0; b < pairs; ++b) {
      double product = 0;
      for (std::size_t i = 0; i < rows; ++i) product += found.vector_of(i)[a] * found.vector_of(i)[b];
      EXPECT_NEAR(product, a == b ? 1 : 0, 1e-5);
      EXPECT_NEAR(quotient(chain, found, a, b), a == b ? found.values[a] : 0, 1e-5);
    }
  }
}

TEST(RefinedSpectrum, TellsTheModesThatClustersNeedAsTheWholeChainDoes) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const SparseChain chain = chain_of_blobs(seed);
    ProgressGate gate(silent);
    const Spectrum found = refined(chain, 2), exact = leading_spectrum(chain, pairs, 1, gate);
    for (std::size_t m = 0; m < clusters; ++m) EXPECT_NEAR(found.values[m], exact.values[m], 2e-3) << m;
    Clusters blob(rows);
    for (std::uint32_t i = 0; i < rows; ++i) blob[i] = i % clusters;
    const std::vector<double> steps{2, 8, 32, 128};
    const auto kept = information_at(found, blob, clusters, steps);
    const auto expected = information_at(exact, blob, clusters, steps);
    for (std::size_t t = 0; t < steps.size(); ++t) EXPECT_NEAR(kept[t], expected[t], 0.03) << steps[t];
  }
}

TEST(RefinedSpectrum, IsTheSameForAnyNumberOfThreads) {
  const SparseChain chain = chain_of_blobs(2);
  const Spectrum one = refined(chain, 1);
  for (const std::size_t threads : {2U, 3U, 7U}) {
    const Spectrum other = refined(chain, threads);
    EXPECT_EQ(one.values, other.values);
    EXPECT_EQ(one.vectors, other.vectors);
    EXPECT_EQ(one.near, other.near);
  }
}

TEST(Contracted, KeepsWhatGroupsTellAtEveryScale) {
  const SparseChain chain = chain_of_blobs(3);
  ProgressGate gate(silent);
  const Spectrum spectrum = leading_spectrum(chain, pairs, 1, gate);
  Random random(1);
  const Groups groups(test::random_clusters(random, rows, 90));
  const Clusters of_group = test::random_clusters(random, groups.count(), clusters);
  Clusters of_row(rows);
  for (std::size_t i = 0; i < rows; ++i) of_row[i] = of_group[groups.group_of(i)];
  const std::vector<double> steps{1, 8, 1000};
  const auto expected = information_at(spectrum, of_row, clusters, steps);
  for (const std::size_t threads : {1U, 3U}) {
    const auto found = information_at(contracted(spectrum, groups, threads), of_group, clusters, steps);
    for (std::size_t t = 0; t < steps.size(); ++t) EXPECT_NEAR(found[t], expected[t], 1e-12);
  }
}

SideInformation links_between(Random& random, std::size_t count) {
  SideInformation said;
  while (said.links.size() < count) {
    const auto a = static_cast<std::uint32_t>(random.below(rows));
    const auto b = static_cast<std::uint32_t>(random.below(rows));
    if (a == b) continue;
    said.links.push_back({a, b, a % clusters == b % clusters ? LinkKind::must : LinkKind::cannot, {}});
  }
  return said;
}

TEST(CoarseStates, HoldWhatIsKnownApartAndTogether) {
  const SparseChain chain = chain_of_blobs(4);
  for (const std::size_t links : {0U, 20U, 1000U}) {
    Random random(links);
    ProgressGate gate(silent);
    const Constraints said = propagate(links_between(random, links), rows, OnConflict::drop);
    const CoarseOptions options{clusters, states, 1, 2};
    const auto [constraints, groups] = coarse_states(chain, refined(chain, 1).near, said, options, gate);
    EXPECT_EQ(constraints.components.count(), groups.count());
    EXPECT_LT(groups.count(), rows / 2);
    for (std::uint32_t c = 0; c < said.components.count(); ++c) {
      const std::uint32_t group = groups.group_of(said.components.members(c)[0]);
      for (const auto row : said.components.members(c)) EXPECT_EQ(groups.group_of(row), group);
      for (const auto other : said.exclusive.of(c)) {
        const auto excluded = constraints.exclusive.of(group);
        const std::uint32_t its = groups.group_of(said.components.members(other)[0]);
        EXPECT_TRUE(std::ranges::binary_search(excluded, its));
      }
    }
  }
}

}  // namespace
}  // namespace comac
