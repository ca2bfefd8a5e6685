// SPDX-License-Identifier: MIT
#include "systems/e2cp.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

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
  const Eigen::MatrixXd found =
      test::to_eigen(adjust_similarities(test::chain_of(weights), test::to_square(f)));
  EXPECT_NEAR(found(0, 1), 1 - 0.5 * (1 - weights(0, 1)), 1e-15);
  EXPECT_NEAR(found(2, 0), 0.75 * weights(0, 2), 1e-15);
  EXPECT_NEAR(found(1, 2), weights(1, 2), 1e-15);
  EXPECT_NEAR(found(0, 0), 1, 1e-15);
}

TEST(E2cp, WithoutConstraintsNothingChanges) {
  const Eigen::MatrixXd weights = test::random_weights(rows, 33);
  const DenseChain chain = test::chain_of(weights);
  const Constraints none = propagate({}, static_cast<std::size_t>(rows), OnConflict::error);
  const Eigen::MatrixXd found =
      test::to_eigen(adjust_similarities(chain, propagate_pairs(chain, none, 0.2, 1)));
  EXPECT_LT((found - weights).cwiseAbs().maxCoeff(), 1e-14);
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
