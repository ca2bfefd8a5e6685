// SPDX-License-Identifier: MIT
#include "fitted/joining_cost.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "chain/dense_chain.hpp"
#include "cost/information.hpp"

namespace comac {
namespace {

constexpr std::size_t rows = 9, clusters = 3;

/// Random symmetric weights, some of them 0; the last row is the new one, with none to itself.
SquareMatrix random_weights(Random& random) {
  SquareMatrix weights(rows + 1);
  for (std::size_t i = 0; i <= rows; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double weight = random.below(3) == 0 && i != j + 1 ? 0 : random.uniform();
      weights.row(i)[j] = weights.row(j)[i] = i == rows && j == rows ? 0 : weight;
    }
  }
  return weights;
}

DenseChain chain_of(const SquareMatrix& weights, std::size_t states) {
  SquareMatrix joint(states);
  std::vector<double> mass(states);
  double total = 0;
  for (std::size_t i = 0; i < states; ++i) {
    for (std::size_t j = 0; j < states; ++j) total += weights(i, j);
  }
  for (std::size_t i = 0; i < states; ++i) {
    for (std::size_t j = 0; j < states; ++j) mass[i] += joint.row(i)[j] = weights(i, j) / total;
  }
  return DenseChain::reversible(std::move(joint), std::move(mass));
}

class Joining : public testing::TestWithParam<double> {};

TEST_P(Joining, RisesAsTheChainOfOneMoreRowSays) {
  const double beta = GetParam();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const SquareMatrix weights = random_weights(random);
    const DenseChain before = chain_of(weights, rows), after = chain_of(weights, rows + 1);
    std::vector<std::uint32_t> cluster(rows + 1);
    for (std::size_t i = 0; i < rows; ++i) cluster[i] = static_cast<std::uint32_t>(i % clusters);

    const double unit = before.from(0)[1] / weights(0, 1);
    std::vector<double> flows(clusters * clusters), row_flows(rows * clusters);
    NewRow row{{}, {}, std::vector<double>(clusters)};
    for (std::uint32_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < rows; ++j) {
        flows[cluster[i] * clusters + cluster[j]] += before.from(i)[j];
        row_flows[i * clusters + cluster[j]] += before.from(i)[j];
      }
      row.row.push_back(i);
      row.to_row.push_back(unit * weights(rows, i));
      row.to_cluster[cluster[i]] += row.to_row.back();
    }
    const JoiningCost cost(flows, row_flows, clusters, beta);
    std::vector<double> bits(clusters);
    cost.rises(row, bits);
    const double mass = row.to_cluster[0] + row.to_cluster[1] + row.to_cluster[2];

    std::vector<double> expected;
    for (std::uint32_t c = 0; c < clusters; ++c) {
      cluster[rows] = c;
      expected.push_back(information(after, cluster, clusters, beta).cost());
    }
    for (std::size_t c = 1; c < clusters; ++c) {
      EXPECT_NEAR((bits[c] - bits[0]) * mass, expected[c] - expected[0], 1e-12) << seed << ' ' << c;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Betas, Joining, testing::Values(0.5, 0.0, 0.3, 1.0));

TEST(Joining, NeverFillsAnEmptyCluster) {
  const JoiningCost cost({0.5, 0, 0, 0}, {}, 2, 0.5);
  std::vector<double> bits(2);
  cost.rises({{}, {}, {0.1, 0}}, bits);
  EXPECT_EQ(bits[1], INFINITY);
  EXPECT_TRUE(std::isfinite(bits[0]));
}

}  // namespace
}  // namespace comac
