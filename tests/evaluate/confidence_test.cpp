// SPDX-License-Identifier: MIT
#include "evaluate/confidence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "comac/cluster.hpp"
#include "comac/data/generate.hpp"
#include "cost/information.hpp"
#include "support/random_instances.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

constexpr std::size_t clusters = 4;

using Rows = std::vector<std::uint32_t>;

/// By definition: the cost of every partition in which the row alone is elsewhere, from scratch.
double oracle(const DenseChain& chain, const Rows& cluster, std::size_t row, double beta) {
  const double before = information(chain, cluster, clusters, beta).cost();
  double sum = 0;
  for (std::uint32_t c = 0; c < clusters; ++c) {
    if (std::ranges::find(cluster, c) == cluster.end()) continue;
    Rows moved = cluster;
    moved[row] = c;
    sum += std::exp2((before - information(chain, moved, clusters, beta).cost()) / chain.mass(row));
  }
  return 1 / sum;
}

TEST(Confidence, IsTheShareOfItsDefinitionOnEveryChain) {
  Random random(3);
  for (int instance = 0; instance < 60; ++instance) {
    const std::size_t rows = test::between(random, 6, 12);
    const DenseChain chain = test::random_chain(random, rows, instance % 2 == 0);
    const SparseChain sparse = test::sparse_of(chain);
    const Rows cluster = test::random_clusters(random, rows, instance % 3 == 0 ? 3 : clusters);
    const double beta = instance % 4 < 2 ? 0.5 : 0.3;
    const Belief belief;
    const Constraints free = propagate({}, rows, OnConflict::error);
    const auto dense_found =
        confidences(Explained<DenseChain>{chain, belief, free, cluster, clusters, beta}, 1);
    const auto found = confidences(Explained<SparseChain>{sparse, belief, free, cluster, clusters, beta}, 2);
    for (std::size_t row = 0; row < rows; ++row) {
      EXPECT_NEAR(dense_found.confidence[row], oracle(chain, cluster, row, beta), 1e-9);
      EXPECT_NEAR(found.confidence[row], dense_found.confidence[row], 1e-9);
      EXPECT_NE(found.runner_up[row], cluster[row]);
    }
  }
}

TEST(Confidence, IsTheSameForAnyNumberOfThreadsAndSureOfClearClusters) {
  const Dataset data = generate({.shape = Shape::blobs, .rows = 900, .clusters = 3, .seed = 2});
  Options options;
  options.clusters = 3;
  options.threads = 1;
  const Result one = cluster(data.table, {}, options);
  options.threads = 3;
  const Result three = cluster(data.table, {}, options);
  EXPECT_EQ(one.confidence, three.confidence);
  EXPECT_EQ(one.runner_up, three.runner_up);
  const auto sure = std::ranges::count_if(one.confidence, [](double c) { return c > 0.8; });
  EXPECT_GT(sure, 850);
}

TEST(Confidence, OfARowThatOnlyALabelHoldsIsSmall) {
  const Dataset data = generate({.shape = Shape::blobs, .rows = 90, .clusters = 3, .seed = 2});
  SideInformation known;
  const auto& truth = data.truth->ids;
  for (std::uint32_t row = 1; row < 30; ++row) known.label(row, data.truth->names[truth[row]]);
  known.label(0, data.truth->names[(truth[0] + 1) % 3]);  // wrong, but said with certainty
  Options options;
  options.clusters = 3;
  const Result result = cluster(data.table, known, options);
  EXPECT_LT(result.confidence[0], 0.5);
  std::uint32_t same = 1;
  while (truth[same] != truth[0]) ++same;
  EXPECT_EQ(result.runner_up[0], result.cluster[same]);
}

TEST(Confidence, OfTheOnlyClusterIsWhole) {
  Options options;
  options.clusters = 1;
  const Result result = cluster(Table{1, 2, {1, 2}, {}}, {}, options);
  EXPECT_EQ(result.confidence, std::vector<double>{1});
  EXPECT_EQ(result.cluster, Rows{0});
}

}  // namespace
}  // namespace comac
