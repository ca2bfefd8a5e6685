// SPDX-License-Identifier: MIT
#include "systems/c_gmm/exclusive_network.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"

namespace comac {
namespace {

using Edges = std::vector<Adjacency::Edge>;

Points random_logs(std::size_t groups, std::size_t components, double spread, Random& random) {
  Points logs(index(groups), index(components));
  for (double& value : logs.reshaped()) value = spread * random.normal();
  return logs;
}

/// Sums over all assignments, allowed or not, one by one: the oracle.
Inference enumerate(std::size_t groups, const Edges& edges, const Points& logs) {
  const auto components = static_cast<std::size_t>(logs.cols());
  Inference result{Points::Zero(logs.rows(), logs.cols()), std::vector<std::uint32_t>(groups), 0};
  double total = 0, greatest = -HUGE_VAL;
  std::size_t count = 1;
  for (std::size_t g = 0; g < groups; ++g) count *= components;
  for (std::size_t code = 0; code < count; ++code) {
    std::vector<std::uint32_t> y(groups);
    std::size_t rest = code;
    double weight = 0;
    for (std::size_t g = 0; g < groups; ++g) {
      y[g] = static_cast<std::uint32_t>(rest % components);
      rest /= components;
      weight += logs(index(g), y[g]);
    }
    bool allowed = true;
    for (const auto& [a, b] : edges) allowed = allowed && y[a] != y[b];
    if (!allowed) continue;
    if (weight > greatest) greatest = weight, result.best = y;
    total += std::exp(weight);
    for (std::size_t g = 0; g < groups; ++g) result.marginals(index(g), y[g]) += std::exp(weight);
  }
  result.marginals /= total;
  result.log_sum = std::log(total);
  return result;
}

TEST(ExclusiveNetwork, MatchesEnumerationOnRandomGraphs) {
  Random random(1);
  for (int trial = 0; trial < 40; ++trial) {
    const std::size_t groups = 2 + random.below(5), components = 3 + random.below(2);
    Edges edges;
    for (std::uint32_t a = 0; a < groups; ++a) {
      for (std::uint32_t b = 0; b < a; ++b) {
        if (random.uniform() < 0.4) edges.emplace_back(b, a);
      }
    }
    const Adjacency exclusive(groups, edges);
    const Points logs = random_logs(groups, components, 2, random);
    const Inference expected = enumerate(groups, edges, logs);
    if (!std::isfinite(expected.log_sum)) continue;  // more exclusive groups than components
    const ExclusiveNetwork network(exclusive, components);
    ASSERT_TRUE(network.exact());
    const Inference found = network.infer(logs);
    EXPECT_LT((found.marginals - expected.marginals).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_NEAR(found.log_sum, expected.log_sum, 1e-10);
    EXPECT_EQ(found.best, expected.best);
  }
}

TEST(ExclusiveNetwork, SumsInjectiveAssignmentsWhoseWeightsUnderflow) {
  // Both groups prefer component 0 beyond all measure; the first by 10 more, so the second gives way.
  Points logs(2, 2);
  logs << 0, -5010, 0, -5000;
  const Adjacency exclusive(2, Edges{{0, 1}});
  const Inference found = ExclusiveNetwork(exclusive, 2).infer(logs);
  EXPECT_NEAR(found.marginals(0, 0), 1 / (1 + std::exp(-10)), 1e-12);
  EXPECT_NEAR(found.marginals(1, 1), 1 / (1 + std::exp(-10)), 1e-12);
  EXPECT_EQ(found.best, (std::vector<std::uint32_t>{0, 1}));
}

TEST(ExclusiveNetwork, CoversLabelsOfSevenClassesExactly) {
  Edges edges;
  for (std::uint32_t a = 0; a < 7; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) edges.emplace_back(b, a);
  }
  const Adjacency exclusive(7, edges);
  EXPECT_TRUE(ExclusiveNetwork(exclusive, 7).exact());
}

TEST(ExclusiveNetwork, BelievesExactlyOnATreeThatIsTooLargeToEnumerate) {
  // A star of 14: p(hub = l) ~ w(l) prod_leaves (sum of the leaf's weights - w_leaf(l)).
  constexpr std::size_t leaves = 13, components = 4;
  Edges edges;
  for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) edges.emplace_back(0, leaf);
  const Adjacency exclusive(leaves + 1, edges);
  const ExclusiveNetwork network(exclusive, components);
  ASSERT_FALSE(network.exact());
  Random random(4);
  const Points logs = random_logs(leaves + 1, components, 1, random);
  Eigen::ArrayXd hub = logs.row(0).array().exp();
  for (Eigen::Index leaf = 1; leaf <= index(leaves); ++leaf) {
    const Eigen::ArrayXd w = logs.row(leaf).array().exp();
    hub *= w.sum() - w;
  }
  hub /= hub.sum();
  const Inference found = network.infer(logs);
  EXPECT_LT((found.marginals.row(0).transpose().array() - hub).abs().maxCoeff(), 1e-3);
  for (std::size_t leaf = 1; leaf <= leaves; ++leaf) EXPECT_NE(found.best[leaf], found.best[0]);
}

TEST(ExclusiveNetwork, AnswersEvenWhereNothingIsAllowed) {
  const Adjacency exclusive(3, Edges{{0, 1}, {0, 2}, {1, 2}});
  Random random(2);
  const Inference found = ExclusiveNetwork(exclusive, 2).infer(random_logs(3, 2, 3, random));
  for (Eigen::Index g = 0; g < 3; ++g) EXPECT_NEAR(found.marginals.row(g).sum(), 1, 1e-12);
  EXPECT_TRUE(std::isfinite(found.log_sum));
}

}  // namespace
}  // namespace comac
