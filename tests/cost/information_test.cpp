// SPDX-License-Identifier: MIT
#include "cost/information.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/random_instances.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

DenseChain chain_of(const std::vector<std::vector<double>>& rows, bool symmetric) {
  SquareMatrix joint(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) std::copy(rows[i].begin(), rows[i].end(), joint.row(i));
  auto mass = test::normalise(joint);
  return symmetric ? DenseChain::reversible(std::move(joint), std::move(mass))
                   : DenseChain::general(std::move(joint), std::move(mass));
}

TEST(Information, OfTwoStickyStatesByHand) {
  // Each state stays with probability 3/4: I = 1 - h(1/4) = (3 log2 3 - 4) / 4.
  const DenseChain chain = chain_of({{3, 1}, {1, 3}}, true);
  const double expected = (3 * std::log2(3.0) - 4) / 4;
  const CostTerms apart = information(chain, Clusters{0, 1}, 2, 0.25);
  EXPECT_NEAR(apart.cluster_information, expected, 1e-15);
  EXPECT_NEAR(apart.state_information, expected, 1e-15);
  EXPECT_NEAR(apart.cost(), 0.5 * expected - 0.75 * expected, 1e-15);
  const CostTerms together = information(chain, Clusters{0, 0}, 2, 0.25);
  EXPECT_NEAR(together.cost(), 0, 1e-15);
}

TEST(Information, OfACycleByHand) {
  // 0 -> 1 -> 2 -> 0. Clusters {0}, {1,2}: Y2 is a function of X1, so I(X1;Y2) = h(1/3).
  // B = [[0, 1], [1, 1]] / 3: I(Y1;Y2) from its definition.
  const DenseChain chain = chain_of({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, false);
  const CostTerms terms = information(chain, Clusters{0, 1, 1}, 2, 0.5);
  const double third = 1.0 / 3;
  const double entropy = -third * std::log2(third) - 2 * third * std::log2(2 * third);
  EXPECT_NEAR(terms.state_information, entropy, 1e-15);
  const double clusters =
      2 * third * std::log2(third / (third * 2 * third)) + third * std::log2(third / (2 * third * 2 * third));
  EXPECT_NEAR(terms.cluster_information, clusters, 1e-15);
}

/// C_beta as the paper prints it, from conditional entropies.
double printed_cost(const DenseChain& chain, const Clusters& cluster, std::size_t k, double beta) {
  const std::size_t n = chain.states();
  std::vector<double> p(k, 0), next(k, 0);
  std::vector<std::vector<double>> b(k, std::vector<double>(k, 0)), q(n, std::vector<double>(k, 0));
  for (std::size_t i = 0; i < n; ++i) {
    p[cluster[i]] += chain.mass(i);
    for (std::size_t j = 0; j < n; ++j) {
      b[cluster[i]][cluster[j]] += chain.from(i)[j];
      q[i][cluster[j]] += chain.from(i)[j];
      next[cluster[j]] += chain.from(i)[j];
    }
  }
  const auto minus_log = [](double joint, double given) {
    return joint > 0 ? -joint * std::log2(joint / given) : 0.0;
  };
  double given_cluster = 0, given_state = 0, alone = 0;
  for (std::size_t y = 0; y < k; ++y) {
    alone += minus_log(next[y], 1);
    for (std::size_t z = 0; z < k; ++z) given_cluster += minus_log(b[y][z], p[y]);
    for (std::size_t i = 0; i < n; ++i) given_state += minus_log(q[i][y], chain.mass(i));
  }
  return (1 - 2 * beta) * (given_cluster - given_state) - beta * (alone - given_cluster);
}

TEST(Information, IsTheCostThatThePaperPrints) {
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const std::size_t n = test::between(random, 1, 12), k = test::between(random, 1, 4);
    const DenseChain chain = test::random_chain(random, n, i % 2 == 0);
    const Clusters cluster = test::random_clusters(random, n, k);
    const double beta = random.uniform();
    ASSERT_NEAR(information(chain, cluster, k, beta).cost(), printed_cost(chain, cluster, k, beta), 1e-13);
  }
}

}  // namespace
}  // namespace comac
