// SPDX-License-Identifier: MIT
#include "cost/low_rank_cost.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <vector>

#include "chain/gaussian_chain.hpp"
#include "chain/transition.hpp"
#include "cost/dense_cost.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

constexpr double tolerance = 1e-9;
const Progress silent;

/// The same chain after some steps, as a full matrix and as factors with all pairs kept.
struct Twins {
  explicit Twins(std::uint64_t seed, std::size_t steps)
      : random(seed), table(test::blobs(random, 25, 2, 3, 1)), dense(relax(chain_of(table), steps)) {
    ProgressGate gate(silent);
    const Spectrum spectrum = leading_spectrum(test::sparse_of(chain_of(table)), 25, 1, gate);
    factors = std::make_unique<LowRankChain>(spectrum, static_cast<double>(steps));
    groups = std::make_unique<Groups>(seed % 2 == 0 ? Groups(test::random_clusters(random, 25, 12))
                                                    : Groups::singletons(25));
    grouped_dense = std::make_unique<GroupedChain>(dense, *groups);
    grouped_factors = std::make_unique<Grouped<LowRankChain>>(*factors, *groups);
    start = test::random_clusters(random, groups->count(), clusters);
  }
  static DenseChain chain_of(const Table& table) {
    ProgressGate gate(silent);
    return gaussian_chain(table, 5, 1, gate).chain;
  }

  static constexpr std::size_t clusters = 4;
  Random random;
  Table table;
  DenseChain dense;
  std::unique_ptr<LowRankChain> factors;
  std::unique_ptr<Groups> groups;
  std::unique_ptr<GroupedChain> grouped_dense;
  std::unique_ptr<Grouped<LowRankChain>> grouped_factors;
  std::vector<std::uint32_t> start;
};

TEST(LowRankCost, AgreesWithTheFullMatrixInEveryDeltaSwapAndMove) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Twins twins(seed, 1 + seed % 5);
    DenseCost dense(*twins.grouped_dense, Partition(Twins::clusters, twins.start), 0.5);
    LowRankCost factors(*twins.grouped_factors, Partition(Twins::clusters, twins.start));
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
  }
}

}  // namespace
}  // namespace comac
