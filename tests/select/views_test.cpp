// SPDX-License-Identifier: MIT
#include "select/views.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;

Matrix random_rows(Random& random, Eigen::Index columns, Eigen::Index rows) {
  Matrix result(columns, rows);
  for (Eigen::Index i = 0; i < result.size(); ++i) result.data()[i] = random.normal();
  return result;
}

double variance(const Matrix& z) {
  return (z.colwise() - z.rowwise().mean()).squaredNorm() / static_cast<double>(z.cols());
}

TEST(LinearView, KeepsDistancesOfFewColumns) {
  Random random(1);
  const Matrix rows = random_rows(random, 3, 10), features = linear_view(rows).features(rows);
  EXPECT_NEAR((features.col(2) - features.col(7)).norm(), (rows.col(2) - rows.col(7)).norm(), 1e-12);
}

TEST(LinearView, TakesComponentsOfManyColumns) {
  Random random(2);
  const Matrix rows = random_rows(random, 80, 2) * random_rows(random, 2, 30);  // two directions
  const Matrix features = linear_view(rows).features(rows);
  EXPECT_EQ(features.rows(), 2);
  EXPECT_NEAR(variance(features), variance(rows), 1e-8 * variance(rows));
}

TEST(KernelView, HasTheKernelAsScalarProductsWhereEveryRowIsALandmark) {
  Random random(3);
  const Matrix rows = random_rows(random, 2, 30);
  const View view = kernel_view(rows, random);
  ASSERT_EQ(view.landmarks.cols(), 30);
  const Matrix features = view.features(rows);
  Matrix kernel(30, 30);
  for (Eigen::Index i = 0; i < 30; ++i) {
    for (Eigen::Index j = 0; j < 30; ++j) {
      kernel(i, j) = std::exp(-(rows.col(i) - rows.col(j)).squaredNorm() / view.width);
    }
  }
  // |f(x) - f(y)|^2 = scale (k(x,x) + k(y,y) - 2 k(x,y)) with one scale for all.
  const auto ratio = [&](Eigen::Index i, Eigen::Index j) {
    return (features.col(i) - features.col(j)).squaredNorm() / (2 - 2 * kernel(i, j));
  };
  for (Eigen::Index i = 1; i < 30; ++i) EXPECT_NEAR(ratio(0, i) / ratio(1, 2), 1, 1e-4);
  EXPECT_NEAR(variance(features), variance(rows), 1e-6 * variance(rows));
}

TEST(KernelView, MapsARowTheSameWayAloneAndAmongOthers) {
  Random random(4);
  const Matrix rows = random_rows(random, 5, 300);
  const View view = kernel_view(rows, random);
  const Matrix all = view.features(rows), one = view.features(rows.col(17));
  EXPECT_EQ(all.rows(), 50);
  EXPECT_TRUE(one.isApprox(all.col(17), 1e-9));
}

}  // namespace
}  // namespace comac
