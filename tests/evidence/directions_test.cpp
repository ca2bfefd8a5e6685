// SPDX-License-Identifier: MIT
#include "evidence/directions.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;

/// Rows (columns of the matrix) whose columns vary less and less.
Matrix some_rows(Eigen::Index columns, Eigen::Index rows) {
  Random random(5);
  Matrix matrix(columns, rows);
  for (Eigen::Index x = 0; x < rows; ++x) {
    for (Eigen::Index c = 0; c < columns; ++c) matrix(c, x) = random.normal() / static_cast<double>(c + 1);
  }
  return matrix;
}

TEST(Directions, AreThoseOfTheCovarianceHoweverManyColumnsThereAre) {
  for (const Eigen::Index columns : {6, 30}) {
    const Matrix rows = some_rows(columns, 12);
    const Matrix centred = rows.colwise() - rows.rowwise().mean();
    const Eigen::SelfAdjointEigenSolver<Matrix> slow(centred * centred.transpose());
    const Matrix expected = slow.eigenvectors().rightCols(4), found = leading_directions(rows, 4);
    EXPECT_LT((found.transpose() * found - Matrix::Identity(4, 4)).cwiseAbs().maxCoeff(), 1e-9);
    for (Eigen::Index i = 0; i < 4; ++i) EXPECT_NEAR(std::abs(expected.col(i).dot(found.col(i))), 1, 1e-9);
  }
}

TEST(Directions, AreNoMoreThanRowsVaryIn) {
  EXPECT_EQ(leading_directions(some_rows(500, 3), 32).cols(), 2);
  EXPECT_TRUE(leading_directions(Matrix::Ones(50, 3), 32).allFinite());
}

}  // namespace
}  // namespace comac
