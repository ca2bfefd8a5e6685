// SPDX-License-Identifier: MIT
#include "evidence/student_mixture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;

TEST(StudentMixture, TellsTheDensityOfAHandCalculation) {
  // A t distribution of 8 degrees of freedom in one column, mean 1, scale 4: (x - 1) / 2 = 1 at x = 3.
  std::vector<StudentMixture::Part> parts(1);
  parts[0].mean = Eigen::VectorXd::Constant(1, 1);
  parts[0].root = Matrix::Constant(1, 1, 2);
  parts[0].log_weight = std::log(0.25);
  const StudentMixture model(parts, 8);
  const double at_one =
      std::tgamma(4.5) / (std::sqrt(8 * std::numbers::pi) * std::tgamma(4.0)) * std::pow(1 + 1.0 / 8, -4.5);
  EXPECT_NEAR(model.log_densities(Matrix::Constant(1, 1, 3))(0, 0), std::log(0.25 * at_one / 2), 1e-12);
}

TEST(StudentMixture, MultipliesByTheChancesOfDiscreteColumns) {
  std::vector<StudentMixture::Part> parts(2);
  for (auto& part : parts) part.mean = Eigen::VectorXd(0), part.log_weight = std::log(0.5);
  parts[0].log_chances = Eigen::Vector2d(0.9, 0.1).array().log(),
  parts[1].log_chances = Eigen::Vector2d(0.3, 0.7).array().log();
  const Matrix density = StudentMixture(parts, 8).log_densities(Matrix(0, 2), {1, {0, 2}, {1, 2}});
  EXPECT_NEAR(density(0, 0), std::log(0.05), 1e-12);
  EXPECT_NEAR(density(1, 0), std::log(0.35), 1e-12);
  EXPECT_NEAR(density(1, 1), std::log(0.5), 1e-12);  // no value
}

}  // namespace
}  // namespace comac
