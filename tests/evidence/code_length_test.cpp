// SPDX-License-Identifier: MIT
#include "evidence/code_length.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <set>

#include "base/random.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Matrix cloud(Random& random, Eigen::Index columns, Eigen::Index rows) {
  Matrix matrix(columns, rows);
  for (double& value : matrix.reshaped()) value = random.normal();
  return matrix;
}

TEST(CodeLength, FoldsLeaveOutAFifthOfTheRowsAtMost) {
  for (const std::size_t rows : {2, 30, 256, 400, 5000}) {
    std::set<std::uint32_t> judged;
    for (const auto& fold : held_out_folds(rows)) {
      EXPECT_LE(fold.size(), (rows + 4) / 5);
      for (const auto row : fold) EXPECT_TRUE(row < rows && judged.insert(row).second);
    }
    EXPECT_EQ(judged.size(), std::min<std::size_t>(rows, 1024));
  }
}

TEST(CodeLength, NeighboursTellAsTheKernelIsWrittenDown) {
  Random random(2);
  const Matrix rows = cloud(random, 2, 8);
  CodedRows codes{1, {0, 3}, {}};
  for (std::uint32_t x = 0; x < 8; ++x) codes.place.push_back(x % 3);
  const Folds folds{{0, 1, 2}};
  const std::vector<double> found = neighbour_code_lengths({rows, codes, 0.5}, folds);
  const double counts[] = {1 + 2, 1 + 2, 1 + 1};  // of rows 3 to 7, and one more
  double best = std::numeric_limits<double>::infinity();
  for (const double share : {0.8, 0.5, 0.25, 0.1, 0.03}) {
    for (int w = -5; w <= 2; ++w) {
      const double width = 0.5 / 2 * std::pow(2.0, w);
      double total = 0;
      for (Eigen::Index x = 0; x < 3; ++x) {
        double density = 0;
        for (Eigen::Index other = 3; other < 8; ++other) {
          const double gauss = std::exp(-(rows.col(x) - rows.col(other)).squaredNorm() / (2 * width)) /
                               (2 * std::numbers::pi * width);
          density += gauss * (share * counts[x % 3] / 8 + (x % 3 == other % 3 ? 1 - share : 0)) / 5;
        }
        total -= std::log(density) / 3;
      }
      best = std::min(best, total);
    }
  }
  EXPECT_NEAR(mean_of(found), best, 1e-9);
}

TEST(CodeLength, NeighboursOfValuesAloneTellNoMoreThanTheirEntropy) {
  CodedRows codes{1, {0, 2}, {}};
  for (std::uint32_t x = 0; x < 300; ++x) codes.place.push_back(x % 2);
  EXPECT_NEAR(mean_of(neighbour_code_lengths({Matrix(0, 300), codes}, held_out_folds(300))), std::log(2.0),
              0.02);
}

}  // namespace
}  // namespace comac
