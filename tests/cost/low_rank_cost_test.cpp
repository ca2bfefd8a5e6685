// SPDX-License-Identifier: MIT
#include "cost/low_rank_cost.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <vector>

#include "chain/gaussian_chain.hpp"
#include "chain/reversible.hpp"
#include "chain/transition.hpp"
#include "cost/dense_cost.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

constexpr double tolerance = 1e-9;
const Progress silent;

/// The same chain after some steps, as a full matrix and as factors with all pairs kept.
struct Twins {
  Twins(std::uint64_t seed, std::size_t steps, bool symmetric)
      : random(seed), dense(symmetric ? gaussian() : test::random_chain(random, states, false)) {
    ProgressGate gate(silent);
    const Spectrum spectrum = leading_spectrum(reversibilised(dense), states, 1, gate);
    const auto count = static_cast<double>(steps);
    factors = symmetric ? std::make_unique<LowRankChain>(spectrum, count)
                        : std::make_unique<LowRankChain>(spectrum, step_of_modes(dense, spectrum), count);
    dense = relax(std::move(dense), steps).chain;
    groups = std::make_unique<Groups>(seed % 2 == 0 ? Groups(test::random_clusters(random, states, 12))
                                                    : Groups::singletons(states));
    grouped_dense = std::make_unique<GroupedChain>(dense, *groups);
    grouped_factors = std::make_unique<Grouped<LowRankChain>>(*factors, *groups);
    start = test::random_clusters(random, groups->count(), clusters);
  }
  DenseChain gaussian() {
    ProgressGate gate(silent);
    return gaussian_chain(test::blobs(random, states, 2, 3, 1), 5, 1, gate).chain;
  }

  static constexpr std::size_t clusters = 4, states = 25;
  Random random;
  DenseChain dense;
  std::unique_ptr<LowRankChain> factors;
  std::unique_ptr<Groups> groups;
  std::unique_ptr<GroupedChain> grouped_dense;
  std::unique_ptr<Grouped<LowRankChain>> grouped_factors;
  std::vector<std::uint32_t> start;
};

void expect_agreement(Twins& twins, double beta) {
  DenseCost dense(*twins.grouped_dense, Partition(Twins::clusters, twins.start), beta);
  LowRankCost factors(*twins.grouped_factors, Partition(Twins::clusters, twins.start), beta);
  std::vector<std::uint32_t> all(Twins::clusters);
  std::iota(all.begin(), all.end(), 0U);
  for (int move = 0; move < 30; ++move) {
    EXPECT_NEAR(factors.value(), dense.value(), tolerance);
    const auto group = static_cast<std::uint32_t>(twins.random.below(twins.groups->count()));
    std::vector<double> expected(all.size()), found(all.size());
    dense.deltas(group, all, expected), factors.deltas(group, all, found);
    for (std::size_t y = 0; y < all.size(); ++y) EXPECT_NEAR(found[y], expected[y], tolerance);
    const auto other = static_cast<std::uint32_t>((group + 1) % twins.groups->count());
    const std::vector<Move> swap{{group, factors.partition().of(other)},
                                 {other, factors.partition().of(group)}};
    EXPECT_NEAR(factors.delta_of(swap), dense.delta_of(swap), tolerance);
    const auto to = static_cast<std::uint32_t>(twins.random.below(Twins::clusters));
    dense.apply(group, to), factors.apply(group, to);
  }
  for (std::size_t b = 0; b < dense.flows().size(); ++b)
    EXPECT_NEAR(factors.flows()[b], dense.flows()[b], tolerance);
  EXPECT_NEAR(factors.terms().state_information, dense.terms().state_information, tolerance);
  EXPECT_NEAR(factors.terms().cluster_information, dense.terms().cluster_information, tolerance);
  EXPECT_NEAR(factors.terms().cost(), factors.value(), tolerance);
}

TEST(LowRankCost, AgreesWithTheFullMatrixInEveryDeltaSwapAndMove) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const double beta : {0.5, 0.3, 1.0}) {
      for (const bool symmetric : {true, false}) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << ", beta " << beta << ", symmetric " << symmetric);
        Twins twins(seed, 1 + seed % 5, symmetric);
        expect_agreement(twins, beta);
      }
    }
  }
}

/// Groups of states that are alike tell where a chain came from as well as the states do.
TEST(LowRankCost, ComesFromGroupsOfStatesThatAreAlike) {
  Twins twins(1, 2, true);
  std::vector<std::uint32_t> own(Twins::states);
  std::iota(own.begin(), own.end(), 0U);
  const Partition start(Twins::clusters, twins.start);
  const double before = LowRankCost(*twins.grouped_factors, start, 0.8).value();
  twins.factors->come_from(own, own.size());
  EXPECT_NEAR(LowRankCost(*twins.grouped_factors, start, 0.8).value(), before, 1e-12);
  twins.factors->come_from(std::vector<std::uint32_t>(Twins::states, 0), 1);
  EXPECT_NEAR(LowRankCost(*twins.grouped_factors, start, 0.8).terms().state_information, 0, 1e-9)
      << "one origin for all tells nothing";
}

}  // namespace
}  // namespace comac
