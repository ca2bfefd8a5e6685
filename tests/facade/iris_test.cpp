// SPDX-License-Identifier: MIT
// The known local optima of Iris: K = 3, k = 20, single moves, no side information.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "chain/gaussian_chain.hpp"
#include "comac/cluster.hpp"
#include "comac/data/read.hpp"
#include "comac/evaluate/scores.hpp"
#include "support/engine.hpp"

namespace comac {
namespace {

const Dataset& iris() {
  static const Dataset dataset =
      read_dataset(COMAC_SOURCE_DIR "/data/iris.csv", ReadOptions{.truth_column = "class"});
  return dataset;
}

Options settings(double beta) {
  Options options;
  options.clusters = 3, options.search.beta = beta, options.search.method = Method::comac_seq;
  options.search.restarts = 300, options.threads = 2;
  return options;
}

struct Optimum {
  double cost, nmi;
};

void expect_found(double beta, const std::vector<Optimum>& optima) {
  const Progress none;
  ProgressGate gate(none);
  const DenseChain chain = gaussian_chain(iris().table, 20, 2, gate).chain;
  const auto restarts = test::run(chain, propagate({}, 150, OnConflict::error), settings(beta));
  for (const auto [cost, nmi] : optima) {
    const auto found = std::ranges::find_if(
        restarts, [&](const SearchState& r) { return std::abs(r.summary.cost - cost) < 1e-6; });
    ASSERT_NE(found, restarts.end()) << cost;
    EXPECT_TRUE(found->summary.converged);
    EXPECT_NEAR(score(iris().truth->ids, found->cluster_of_row).nmi, nmi, 5e-5) << cost;
  }
}

TEST(Iris, HasTheKnownSigma) {
  const Result result = cluster(iris().table, {}, settings(0.5));
  EXPECT_NEAR(result.sigma, 0.33696, 5e-6);
}

TEST(Iris, HasTheKnownOptimaAtAHalf) {
  expect_found(0.5, {{-0.623693, 0.8057}, {-0.621397, 0.7277}, {-0.616704, 0.8851}});
}

TEST(Iris, HasTheKnownOptimaAtOne) { expect_found(1, {{-1.296439, 0.7777}, {-1.296199, 0.8705}}); }

TEST(Iris, ManyRestartsFindTheBestKnown) {
  for (const auto& [beta, cost] : {std::pair{0.5, -0.623693}, {1.0, -1.296439}}) {
    const Result result = cluster(iris().table, {}, settings(beta));
    EXPECT_NEAR(result.cost, cost, 1e-6);
    EXPECT_EQ(result.clusters_found, 3U);
    EXPECT_EQ(result.restarts.size(), 300U);
    EXPECT_EQ(result.restarts[result.best_restart].cost, result.cost);
    for (const RestartSummary& restart : result.restarts) EXPECT_GE(restart.cost, cost - 1e-6);
  }
}

}  // namespace
}  // namespace comac
