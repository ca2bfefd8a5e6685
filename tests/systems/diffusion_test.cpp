// SPDX-License-Identifier: MIT
#include "systems/diffusion.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "comac/base/error.hpp"
#include "systems/graph_cases.hpp"

namespace comac {
namespace {

constexpr Eigen::Index rows = 40;

Points right_side(Eigen::Index columns) {
  Points y = Points::Zero(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) y(i, i % columns) = i % 3 == 0 ? 1 : -0.5;
  return y;
}

TEST(Diffusion, StepIsTheNormalisedGraphWithoutLoops) {
  const Eigen::MatrixXd weights = test::random_weights(rows, 3);
  const DenseChain chain = test::chain_of(weights);
  const Points y = right_side(3);
  EXPECT_LT((Diffusion(chain, 1).step(y) - test::normalised(weights) * y).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(Diffusion, BothWaysOfSpreadingAreTheClosedForm) {
  const Eigen::MatrixXd weights = test::random_weights(rows, 4);
  const DenseChain chain = test::chain_of(weights);
  const Points y = right_side(3);
  for (const double a : {0.0, 0.2, 0.9, 0.99}) {
    const Eigen::MatrixXd inverse =
        (Eigen::MatrixXd::Identity(rows, rows) - a * test::normalised(weights)).inverse();
    const Points expected = (1 - a) * inverse * y;
    const Diffusion diffusion(chain, 1);
    EXPECT_LT((diffusion.spread_by_iteration(y, a) - expected).cwiseAbs().maxCoeff(), 1e-10) << a;
    EXPECT_LT((diffusion.spread_by_decomposition(y, a) - expected).cwiseAbs().maxCoeff(), 1e-10) << a;
  }
}

TEST(Diffusion, SpreadIsWhereTheIterationOfZhouConverges) {
  const DenseChain chain = test::chain_of(test::random_weights(rows, 5));
  const Diffusion diffusion(chain, 1);
  const Points y = right_side(2);
  constexpr double a = 0.8;
  Points f = y;
  for (int i = 0; i < 300; ++i) f = a * diffusion.step(f) + (1 - a) * y;
  EXPECT_LT((diffusion.spread(y, a) - f).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(Diffusion, NothingLeavesARowWithoutNeighbours) {
  Eigen::MatrixXd weights = test::random_weights(rows, 6);
  weights.row(0).setZero();
  weights.col(0).setZero();
  weights(0, 0) = 1;
  const DenseChain chain = test::chain_of(weights);
  Points y = Points::Zero(rows, 1);
  y(0, 0) = 1;
  for (const Points& f : {Diffusion(chain, 1).spread_by_iteration(y, 0.5),
                          Diffusion(chain, 1).spread_by_decomposition(y, 0.5)}) {
    EXPECT_DOUBLE_EQ(f(0, 0), 0.5);
    EXPECT_EQ(f.bottomRows(rows - 1).cwiseAbs().maxCoeff(), 0);
  }
}

TEST(Diffusion, ThreadsDoNotChangeABit) {
  const DenseChain chain = test::chain_of(test::random_weights(600, 8));
  Points y = Points::Zero(600, 30);
  for (Eigen::Index i = 0; i < 600; ++i) y(i, i % 30) = 1;
  const Points one = Diffusion(chain, 1).spread_by_iteration(y, 0.9);
  const Points direct = Diffusion(chain, 1).spread_by_decomposition(y, 0.9);
  EXPECT_LT((direct - one).cwiseAbs().maxCoeff(), 1e-10);
  for (const std::size_t threads : {2U, 7U}) {
    EXPECT_EQ(Diffusion(chain, threads).spread_by_iteration(y, 0.9), one);
    EXPECT_EQ(Diffusion(chain, threads).spread_by_decomposition(y, 0.9), direct);
  }
}

TEST(Diffusion, StopsWhereverItIs) {
  const DenseChain chain = test::chain_of(test::random_weights(200, 9));
  const Points y = Points::Identity(200, 200);
  const auto asked = [&](int last, Points (Diffusion::*spread)(const Points&, double) const) {
    int calls = 0;
    const Diffusion diffusion(chain, 1, [&] { return ++calls == last; });
    EXPECT_THROW((diffusion.*spread)(y, 0.5), Error);
    return calls;
  };
  for (const int last : {1, 3, 6}) {  // the decomposition takes four blocks of columns, solving as many
    EXPECT_EQ(asked(last, &Diffusion::spread_by_iteration), last);
    EXPECT_EQ(asked(last, &Diffusion::spread_by_decomposition), last);
  }
}

}  // namespace
}  // namespace comac
