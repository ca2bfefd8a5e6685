// SPDX-License-Identifier: MIT
#include "chain/neighbour_chain.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "chain/gaussian_chain.hpp"
#include "comac/base/error.hpp"
#include "cost/information.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

NeighbourChain build(const Table& table, NeighbourChainOptions options) {
  const Progress none;
  ProgressGate gate(none);
  return neighbour_chain(table, options, gate);
}

std::vector<std::vector<double>> dense(const SparseChain& chain) {
  std::vector joint(chain.states(), std::vector<double>(chain.states(), 0));
  for (std::size_t i = 0; i < chain.states(); ++i) {
    const Flows flows = chain.from(i);
    for (std::size_t e = 0; e < flows.size(); ++e) joint[i][flows.state[e]] += flows.mass[e];
  }
  return joint;
}

RC_GTEST_PROP(NeighbourChain, IsTheDenseChainWhereNeighboursCoverAllRows, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t n = test::between(random, 2, 40), k = test::between(random, 1, 5);
  const Table table = test::random_table(random, n, test::between(random, 1, 12));
  const std::size_t neighbours = n + random.below(3);
  const Progress none;
  ProgressGate gate(none);
  const GaussianChain expected = gaussian_chain(table, neighbours, 2, gate);
  const NeighbourChain found = build(table, {.neighbours = neighbours});
  RC_ASSERT(std::abs(found.sigma - expected.sigma) <= 1e-15 * expected.sigma);
  const auto cluster = test::random_clusters(random, n, k);
  for (const double beta : {0.0, 0.3, 0.5, 1.0}) {
    const double difference = information(found.chain, cluster, k, beta).cost() -
                              information(expected.chain, cluster, k, beta).cost();
    RC_ASSERT(std::abs(difference) < 1e-12);
  }
}

RC_GTEST_PROP(NeighbourChain, IsSymmetricAndKeepsWhatTheListsSay, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t n = test::between(random, 2, 40), neighbours = test::between(random, 2, 6);
  const Table table = test::random_table(random, n, 2);
  const Progress none;
  ProgressGate gate(none);
  const NearestLists lists = nearest_rows(table, {neighbours - 1, NeighbourSearch::exact, 1, 1}, gate).lists;
  const auto listed = [&](std::size_t i, std::uint32_t j) {
    return std::ranges::count(lists.rows_of(i), j) > 0;
  };
  const GraphKind graph = random.below(2) == 0 ? GraphKind::either : GraphKind::mutual;
  const Kernel kernel = random.below(2) == 0 ? Kernel::gaussian : Kernel::binary;
  const auto joint = dense(build(table, {.neighbours = neighbours, .kernel = kernel, .graph = graph}).chain);
  double sum = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      const bool kept =
          graph == GraphKind::either ? listed(i, j) || listed(j, i) : listed(i, j) && listed(j, i);
      RC_ASSERT((joint[i][j] > 0) == (i == j || kept));
      RC_ASSERT(joint[i][j] == joint[j][i]);
      if (kernel == Kernel::binary && kept) RC_ASSERT(joint[i][j] == joint[0][0]);
      sum += joint[i][j];
    }
  }
  RC_ASSERT(std::abs(sum - 1) < 1e-12);
}

TEST(NeighbourChain, OfDuplicatesAndOfRowsThatNobodyIsNear) {
  Table table{1300, 2, std::vector<double>(2600, 0), {}};
  for (std::size_t i = 1200; i < 1300; ++i) table.at(i, 0) = static_cast<double>(i * i);
  const NeighbourChain found = build(table, {.neighbours = 4, .graph = GraphKind::mutual});
  EXPECT_GT(found.sigma, 0);
  for (std::size_t i = 0; i < 1300; ++i) EXPECT_GT(found.chain.mass(i), 0);
  EXPECT_NO_THROW(
      build(Table{50, 2, std::vector<double>(100, 1), {}}, {.neighbours = 4, .kernel = Kernel::binary}));
  EXPECT_THROW(build(Table{50, 2, std::vector<double>(100, 1), {}}, {.neighbours = 4}), Error);
}

TEST(NeighbourChain, DoesNotDependOnTheNumberOfThreads) {
  Random random(2);
  const Table table = test::blobs(random, 3000, 3, 4);
  const NeighbourChain one = build(table, {.threads = 1}), three = build(table, {.threads = 3});
  for (std::size_t i = 0; i < 3000; ++i) {
    const Flows a = one.chain.from(i), b = three.chain.from(i);
    ASSERT_TRUE(std::ranges::equal(a.state, b.state));
    ASSERT_TRUE(std::equal(a.mass, a.mass + a.size(), b.mass));
  }
}

}  // namespace
}  // namespace comac
