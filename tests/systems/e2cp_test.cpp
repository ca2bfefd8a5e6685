// SPDX-License-Identifier: MIT
#include "systems/e2cp.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "comac/evaluate/scores.hpp"
#include "systems/graph_cases.hpp"

namespace comac {
namespace {

constexpr Eigen::Index rows = 15;

Eigen::MatrixXd spread_by_definition(const Eigen::MatrixXd& weights, double a) {
  const Eigen::MatrixXd inverse =
      (Eigen::MatrixXd::Identity(rows, rows) - a * test::normalised(weights)).inverse();
  const Eigen::MatrixXd f = (1 - a) * (1 - a) * inverse * test::few_links_matrix(rows, 1) * inverse;
  return f / f.cwiseAbs().maxCoeff();
}

TEST(E2cp, SpreadPairsAreTheDenseInverse) {
  const Eigen::MatrixXd weights = test::random_weights(rows, 31);
  const Constraints constraints =
      propagate(test::few_links(), static_cast<std::size_t>(rows), OnConflict::error);
  for (const double a : {0.2, 0.8}) {
    const SquareMatrix found = propagate_pairs(test::chain_of(weights), constraints, a, 1);
    EXPECT_LT((test::to_eigen(found) - spread_by_definition(weights, a)).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST(E2cp, SimilaritiesAreRaisedAndLowered) {
  const Eigen::MatrixXd weights = test::random_weights(3, 32);
  Eigen::MatrixXd f = Eigen::MatrixXd::Zero(3, 3);
  f(0, 1) = f(1, 0) = 0.5;
  f(0, 2) = f(2, 0) = -0.25;
  f(0, 0) = 1;
  const Eigen::MatrixXd found =
      test::to_eigen(adjust_similarities(test::to_square(weights), test::to_square(f)));
  EXPECT_NEAR(found(0, 1), 1 - 0.5 * (1 - weights(0, 1)), 1e-15);
  EXPECT_NEAR(found(2, 0), 0.75 * weights(0, 2), 1e-15);
  EXPECT_NEAR(found(1, 2), weights(1, 2), 1e-15);
  EXPECT_EQ(found.diagonal(), Eigen::Vector3d::Zero());
}

TEST(E2cp, WithoutConstraintsNothingChanges) {
  Eigen::MatrixXd weights = test::random_weights(rows, 33);
  const DenseChain chain = test::chain_of(weights);
  const Constraints none = propagate({}, static_cast<std::size_t>(rows), OnConflict::error);
  const Eigen::MatrixXd found =
      test::to_eigen(adjust_similarities(test::to_square(weights), propagate_pairs(chain, none, 0.2, 1)));
  weights.diagonal().setZero();
  EXPECT_LT((found - weights).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(E2cp, TheGraphIsThatOfNearestRows) {
  const DenseChain chain = neighbour_chain({4, 1, {0, 1, 3, 10}, {}}, 2, 1);
  const auto half = [](double square, double reach) { return std::exp(-square / reach) / 2; };
  // 0: 1, 2 (reach 9); 1: 0, 2 (4); 2: 1, 0 (9); 3: 2, 1 (81)
  EXPECT_NEAR(chain.weights()(0, 1), half(1, 9) + half(1, 4), 1e-15);
  EXPECT_NEAR(chain.weights()(2, 0), half(9, 9) + half(9, 9), 1e-15);
  EXPECT_NEAR(chain.weights()(1, 3), half(81, 81), 1e-15);
  EXPECT_EQ(chain.weights()(0, 3), 0);
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(chain.weights()(i, i), 0);
    sum += chain.mass(i);
  }
  EXPECT_NEAR(sum, 1, 1e-15);
}

/// Two classes of 357 and 212 rows in 30 skewed columns with long tails, as measurements of cells have them,
/// and a few rows far from all others.
Table skewed_with_outliers(std::vector<std::uint32_t>& truth) {
  Random random(5);
  Table table{569, 30, {}, {}};
  for (std::size_t i = 0; i < table.rows; ++i) {
    truth.push_back(i < 357 ? 0 : 1);
    const double size = random.normal(), far = i % 190 == 7 ? 3 : 0;
    for (std::size_t c = 0; c < table.columns; ++c) {
      const double shift = c % 3 == 0 ? 1.6 * truth.back() : 0.3 * truth.back();
      table.values.push_back(std::exp(0.5 * (0.6 * size + 0.8 * random.normal() + shift + far)));
    }
  }
  return table;
}

TEST(E2cp, AFewOutliersAreNoCluster) {
  std::vector<std::uint32_t> truth;
  const Table table = skewed_with_outliers(truth);
  SideInformation known;
  known.label_names = {"benign", "malignant"};
  for (std::uint32_t i = 0; i < table.rows; i += 5) known.labels.push_back({i, truth[i], {}});
  Options options{.clusters = 2};
  options.search.restarts = 10;
  const Result result = test::run("e2cp", table, known, options);
  EXPECT_GT(std::ranges::min(result.sizes), 100U);
  EXPECT_GT(score(truth, result.cluster).nmi, 0.6);
}

TEST(E2cp, ThreadsDoNotChangeABit) {
  const DenseChain chain = test::chain_of(test::random_weights(600, 34));
  const Constraints constraints = propagate(test::few_links(), 600, OnConflict::error);
  const Eigen::MatrixXd one = test::to_eigen(propagate_pairs(chain, constraints, 0.2, 1));
  EXPECT_EQ(test::to_eigen(propagate_pairs(chain, constraints, 0.2, 2)), one);
  EXPECT_EQ(test::to_eigen(propagate_pairs(chain, constraints, 0.2, 7)), one);
}

}  // namespace
}  // namespace comac
