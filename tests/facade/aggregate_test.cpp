// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "comac/cluster.hpp"
#include "support/expect_error.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

/// Three blocks of four states; a step leaves its block with probability 1 %.
Table three_blocks(Random& random, bool reversible) {
  constexpr std::size_t states = 12;
  Table p{states, states, std::vector<double>(states * states), {}};
  for (std::size_t i = 0; i < states; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double scale = i / 4 == j / 4 ? 1 : 0.005;
      p.at(i, j) = scale * (0.5 + random.uniform());
      p.at(j, i) = reversible ? p.at(i, j) : scale * (0.5 + random.uniform());
    }
  }
  for (std::size_t i = 0; i < states; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < states; ++j) sum += p.at(i, j);
    for (std::size_t j = 0; j < states; ++j) p.at(i, j) /= sum;
  }
  return p;
}

TEST(Aggregate, FindsTheBlocksOfANearlyDecomposableChain) {
  for (const bool reversible : {true, false}) {
    for (const double beta : {0.5, 0.8, 1.0}) {
      Random random(1);
      Options options;
      options.clusters = 3, options.search.beta = beta, options.search.restarts = 10;
      const Result result = aggregate(three_blocks(random, reversible), {}, options);
      for (std::size_t i = 0; i < 12; ++i) {
        for (std::size_t j = 0; j < 12; ++j) {
          EXPECT_EQ(result.cluster[i] == result.cluster[j], i / 4 == j / 4) << i << ' ' << j;
        }
      }
      EXPECT_LT(result.stationary_residual, 1e-13);
      EXPECT_EQ(result.sigma, 0);
      EXPECT_EQ(result.clusters_found, 3U);
    }
  }
}

TEST(Aggregate, RelaxesTheChainFirst) {
  Random random(2);
  const Table p = three_blocks(random, false);
  Options options;
  options.clusters = 3;
  const double one_step = aggregate(p, {}, options).cost;
  options.chain.relaxation = 5;
  const double five_steps = aggregate(p, {}, options).cost;
  EXPECT_LT(one_step, five_steps) << "more steps, less to predict";
  EXPECT_LT(five_steps, -0.3);
}

TEST(Aggregate, RefusesImproperChains) {
  const auto refuse = [](const Table& p, const std::string& sentence) {
    test::expect_error(ErrorCode::data, sentence, [&] { aggregate(p, {}, Options{.clusters = 2}); });
  };
  refuse({}, "there are no rows to cluster");
  refuse({2, 1, {1, 1}, {}},
         "transition matrix: it has 2 rows and 1 columns; expected as many rows as columns");
  refuse({2, 2, {0.5, 0.5, NAN, 1}, {}},
         "transition matrix: row 1 sums to nan; expected 1 (within 0.0001), so divide the row by its sum");
}

TEST(Aggregate, HonoursSideInformation) {
  Random random(3);
  SideInformation known;
  known.links = {{0, 4, LinkKind::must, {}}, {1, 2, LinkKind::cannot, {}}};
  Options options;
  options.clusters = 3;
  const Result result = aggregate(three_blocks(random, false), known, options);
  EXPECT_EQ(result.cluster[0], result.cluster[4]);
  EXPECT_NE(result.cluster[1], result.cluster[2]);
  EXPECT_TRUE(result.certificate.violated().empty());
}

TEST(Aggregate, TakesASingleState) {
  Options options;
  options.clusters = 1;
  EXPECT_EQ(aggregate({1, 1, {1}, {}}, {}, options).cluster, std::vector<std::uint32_t>{0});
}

}  // namespace
}  // namespace comac
