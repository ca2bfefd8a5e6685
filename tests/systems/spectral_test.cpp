// SPDX-License-Identifier: MIT
#include "systems/spectral.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "comac/base/error.hpp"
#include "systems/graph_cases.hpp"

namespace comac {
namespace {

void expect_eigenpairs(const Eigen::MatrixXd& matrix, std::size_t count) {
  const Eigenpairs found = largest_eigenpairs(test::to_square(matrix), count, 1);
  const Eigen::VectorXd all = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues();
  ASSERT_EQ(found.values.size(), index(count));
  EXPECT_LT((found.values - all.tail(index(count)).reverse()).cwiseAbs().maxCoeff(), 1e-7);
  const Eigen::MatrixXd residual = matrix * found.vectors - found.vectors * found.values.asDiagonal();
  EXPECT_LT(residual.cwiseAbs().maxCoeff(), 1e-7);
  const Eigen::MatrixXd gram = found.vectors.transpose() * found.vectors;
  EXPECT_LT((gram - Eigen::MatrixXd::Identity(index(count), index(count))).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(Spectral, EigenpairsOfSmallAndLargeMatrices) {
  for (const Eigen::Index n : {1, 2, 5, 90, 91, 300}) {
    expect_eigenpairs(test::random_weights(n, 11), std::min<std::size_t>(4, static_cast<std::size_t>(n)));
  }
}

TEST(Spectral, NegativeMatricesToo) { expect_eigenpairs(-test::random_weights(200, 12), 3); }

TEST(Spectral, MultipleEigenvaluesAreFoundAsOftenAsTheyOccur) {
  constexpr Eigen::Index block = 60;
  Eigen::MatrixXd graph = Eigen::MatrixXd::Zero(4 * block, 4 * block);
  for (Eigen::Index b = 0; b < 4; ++b) {
    graph.block(b * block, b * block, block, block) = test::random_weights(block, 13);
  }
  expect_eigenpairs(test::normalised(graph), 4);
  expect_eigenpairs(test::normalised(graph), 5);
  expect_eigenpairs(Eigen::MatrixXd::Identity(200, 200), 3);
  expect_eigenpairs(Eigen::MatrixXd::Zero(200, 200), 2);
}

TEST(Spectral, StopsBetweenTwoProducts) {
  const SquareMatrix matrix = test::to_square(test::random_weights(200, 11));
  int calls = 0;
  EXPECT_THROW(largest_eigenpairs(matrix, 3, 1, [&] { return ++calls == 5; }), Error);
  EXPECT_EQ(calls, 5);
}

TEST(Spectral, ASketchFindsEigenvaluesThatFallQuickly) {
  constexpr Eigen::Index n = 200;
  const Eigen::MatrixXd vectors =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(test::random_weights(n, 18)).eigenvectors();
  Eigen::VectorXd values(n);
  for (Eigen::Index i = 0; i < n; ++i) values[i] = std::pow(0.5, static_cast<double>(i));
  const Eigen::MatrixXd matrix = vectors * values.asDiagonal() * vectors.transpose();
  const SquareMatrix square = test::to_square(matrix);
  const Eigenpairs found = sketched_eigenpairs(square, 20, 1);
  EXPECT_LT((found.values.head(10) - values.head(10)).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT(distance_from_square(found, square, 1), 1e-15);
  // Without all but two of them the square lacks .25^4 + .125^4 + ...
  const Eigenpairs two{found.values.head(2), found.vectors.leftCols(2)};
  const double missing = std::pow(0.25, 4) / (1 - 1.0 / 16);
  EXPECT_NEAR(distance_from_square(two, square, 1), missing, 0.7 * missing);
}

TEST(Spectral, RowsOfDisconnectedPiecesCoincideAndStandAtRightAngles) {
  constexpr Eigen::Index block = 80;
  Eigen::MatrixXd graph = Eigen::MatrixXd::Zero(2 * block, 2 * block);
  graph.topLeftCorner(block, block) = test::random_weights(block, 14);
  graph.bottomRightCorner(block, block) = test::random_weights(block, 15);
  SquareMatrix matrix = test::to_square(graph);
  normalise_graph(matrix, 1);
  const Points rows = spectral_embedding(largest_eigenpairs(matrix, 2, 1));
  for (Eigen::Index i = 0; i < 2 * block; ++i) {
    EXPECT_NEAR(rows.row(i).dot(rows.row(0)), i < block ? 1 : 0, 1e-6) << i;
  }
}

TEST(Spectral, NormalisedGraphIsItsDefinition) {
  Eigen::MatrixXd weights = test::random_weights(20, 16);
  weights.diagonal().setZero();
  weights.row(3).setZero();
  weights.col(3).setZero();
  SquareMatrix matrix = test::to_square(weights);
  normalise_graph(matrix, 1);
  for (Eigen::Index i = 0; i < 20; ++i) {
    for (Eigen::Index j = 0; j < 20; ++j) {
      const double degrees = weights.row(i).sum() * weights.row(j).sum();
      const double expected = degrees > 0 ? weights(i, j) / std::sqrt(degrees) : 0;
      EXPECT_NEAR(test::to_eigen(matrix)(i, j), expected, 1e-15);
    }
  }
}

TEST(Spectral, ThreadsDoNotChangeABit) {
  const SquareMatrix matrix = test::to_square(test::random_weights(1100, 17));
  const Eigenpairs one = largest_eigenpairs(matrix, 3, 1);
  for (const std::size_t threads : {2U, 7U}) {
    EXPECT_EQ(largest_eigenpairs(matrix, 3, threads).vectors, one.vectors);
  }
}

}  // namespace
}  // namespace comac
