// SPDX-License-Identifier: MIT
#include "select/metric.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Matrix random_rows(Random& random, Eigen::Index columns, Eigen::Index rows) {
  Matrix result(columns, rows);
  for (Eigen::Index i = 0; i < result.size(); ++i) result.data()[i] = random.normal();
  return result;
}

std::vector<MetricPair> some_pairs(Random& random, std::uint32_t rows, std::size_t count) {
  std::vector<MetricPair> pairs;
  for (std::size_t c = 0; c < count; ++c) {
    const auto first = static_cast<std::uint32_t>(random.below(rows - 1));
    pairs.push_back({first, first + 1, random.below(2) == 0});
  }
  return pairs;
}

/// LogDet divergences: of a matrix from the identity, of a number from another.
double divergence(const Matrix& metric) {
  return metric.trace() - std::log(metric.determinant()) - static_cast<double>(metric.rows());
}
double divergence(double bound, double wanted) { return bound / wanted - std::log(bound / wanted) - 1; }

/// What ITML minimises, with every bound where it is best for this metric.
double objective(const Matrix& metric, const Matrix& rows, const std::vector<MetricPair>& pairs,
                 const MetricBounds& bounds) {
  double sum = divergence(metric);
  const auto distances = pair_distances(rows, metric, pairs);
  for (std::size_t c = 0; c < pairs.size(); ++c) {
    const double wanted = pairs[c].together ? bounds.near : bounds.far;
    const bool holds = pairs[c].together ? distances[c] <= wanted : distances[c] >= wanted;
    if (!holds) sum += divergence(distances[c], wanted);
  }
  return sum;
}

TEST(Metric, OnePairInOneColumnEndsWhereTheCalculationSays) {
  // Minimise a - ln a + 4a - ln(4a) over a = 4a/4: derivative 1 - 1/a + 4 - 1/a = 0, so a = 2/5.
  Matrix rows(1, 2);
  rows << 0, 2;
  const std::vector<MetricPair> pairs{{0, 1, true}};
  const Matrix metric = learn_metric(rows, pairs, {1, 9}, 1000);
  EXPECT_NEAR(metric(0, 0), 0.4, 2e-3);
}

TEST(Metric, StaysTheIdentityWherePairsAreAsTheyShould) {
  Matrix rows(2, 3);
  rows << 0, 1, 9, 0, 0, 0;
  const std::vector<MetricPair> pairs{{0, 1, true}, {0, 2, false}};
  EXPECT_TRUE(learn_metric(rows, pairs, {2, 50}, 50).isApprox(Matrix::Identity(2, 2), 1e-12));
}

TEST(Metric, NoOtherMetricIsBetter) {
  Random random(3);
  for (int trial = 0; trial < 10; ++trial) {
    const Matrix rows = random_rows(random, 2, 8);
    const auto pairs = some_pairs(random, 8, 6);
    const MetricBounds bounds{0.5, 6};
    MetricLearner learner(rows, pairs, bounds);
    for (int sweep = 0; sweep < 5000; ++sweep) learner.sweep();
    const Matrix found = learner.metric();
    const double least = objective(found, rows, pairs, bounds);
    for (int other = 0; other < 200; ++other) {
      const Matrix noise = 0.05 * random_rows(random, 2, 2);
      const Matrix change = Matrix::Identity(2, 2) + noise;
      EXPECT_GE(objective(change * found * change.transpose(), rows, pairs, bounds), least - 1e-6);
    }
  }
}

TEST(Metric, IsPositiveDefiniteAfterEveryStep) {
  Random random(5);
  const Matrix rows = random_rows(random, 6, 40);
  const auto pairs = some_pairs(random, 40, 60);
  MetricLearner learner(rows, pairs, {0.01, 100});  // far from what the rows are
  for (int sweep = 0; sweep < 20; ++sweep) {
    for (std::size_t c = 0; c < pairs.size(); ++c) {
      learner.project(c);
      const Eigen::SelfAdjointEigenSolver<Matrix> solver(learner.metric());
      ASSERT_GT(solver.eigenvalues()(0), 0);
    }
  }
}

TEST(Metric, EqualRowsTeachNothing) {
  const Matrix rows = Matrix::Ones(3, 4);
  const std::vector<MetricPair> pairs{{0, 1, false}, {2, 3, true}};
  EXPECT_EQ(learn_metric(rows, pairs, {1, 2}, 10), Matrix::Identity(3, 3));
}

TEST(Metric, ItsRootHasItsDistances) {
  Random random(7);
  const Matrix rows = random_rows(random, 4, 20);
  const auto pairs = some_pairs(random, 20, 20);
  const Matrix metric = learn_metric(rows, pairs, {1, 10}, 20);
  const auto direct = pair_distances(rows, metric, pairs);
  const auto mapped = pair_distances(metric_root(metric) * rows, Matrix::Identity(4, 4), pairs);
  for (std::size_t c = 0; c < pairs.size(); ++c) EXPECT_NEAR(mapped[c], direct[c], 1e-8 * (1 + direct[c]));
}

TEST(ShareInOrder, CountsPairsOfPairsAndTiesHalf) {
  const std::vector<MetricPair> pairs{{0, 1, true}, {0, 2, true}, {1, 2, false}, {1, 3, false}};
  EXPECT_DOUBLE_EQ(share_in_order(std::vector<double>{1, 3, 2, 3}, pairs), (1 + 0 + 1 + 0.5) / 4);
  EXPECT_DOUBLE_EQ(share_in_order(std::vector<double>{1}, std::vector<MetricPair>{{0, 1, true}}), 0.5);
}

}  // namespace
}  // namespace comac
