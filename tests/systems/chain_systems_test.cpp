// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "systems/graph_cases.hpp"

namespace comac {
namespace {

/// Ten rows in two heaps that touch.
const Table ten{10, 1, {0, 0.3, 0.9, 1.0, 1.7, 2.6, 2.7, 3.1, 3.5, 4.2}, {}};
constexpr Eigen::Index rows = 10;

double distance(Eigen::Index i, Eigen::Index j) {
  return std::abs(ten.values[static_cast<std::size_t>(i)] - ten.values[static_cast<std::size_t>(j)]);
}

/// Distances of a row, itself included, nearest first.
std::vector<double> sorted_distances(Eigen::Index i) {
  std::vector<double> all;
  for (Eigen::Index j = 0; j < rows; ++j) all.push_back(distance(i, j));
  std::ranges::sort(all);
  return all;
}

double information(const Eigen::MatrixXd& joint) {
  const Eigen::VectorXd left = joint.rowwise().sum(), right = joint.colwise().sum();
  double bits = 0;
  for (Eigen::Index i = 0; i < joint.rows(); ++i) {
    for (Eigen::Index j = 0; j < joint.cols(); ++j) {
      if (joint(i, j) > 0) bits += joint(i, j) * std::log2(joint(i, j) / (left[i] * right[j]));
    }
  }
  return bits;
}

/// The least (1 - 2 beta) I(X1;Y2) - (1 - beta) I(Y1;Y2) of all partitions into two.
double least_cost(const Eigen::MatrixXd& joint, double beta) {
  double least = HUGE_VAL;
  for (unsigned second = 0; second < 1U << (rows - 1); ++second) {
    Eigen::MatrixXd member = Eigen::MatrixXd::Zero(rows, 2);
    for (Eigen::Index i = 0; i < rows; ++i) member(i, second >> i & 1U) = 1;
    const double cost = (1 - 2 * beta) * information(joint * member) -
                        (1 - beta) * information(member.transpose() * joint * member);
    least = std::min(least, cost);
  }
  return least;
}

TEST(Alush, FindsTheBestPartitionOfTheMutualGraph) {
  constexpr std::size_t k = 3;
  Eigen::MatrixXd graph = Eigen::MatrixXd::Zero(rows, rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < rows; ++j) {
      const double reach = std::min(sorted_distances(i)[k], sorted_distances(j)[k]);
      if (i != j && distance(i, j) <= reach) graph(i, j) = 1;
    }
  }
  ASSERT_GT(graph.rowwise().sum().minCoeff(), 0);  // nobody had to be joined with the nearest
  const Result result =
      test::run("alush", ten, {}, {.clusters = 2, .chain = {.neighbours = k}, .search = {.restarts = 50}});
  EXPECT_NEAR(result.cost, least_cost(graph / graph.sum(), 0.5), 1e-12);
}

TEST(Tishby, FindsTheBestPartitionOfTheRelaxedChain) {
  constexpr std::size_t k = 4;
  double sigma = 0;
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (std::size_t n = 0; n < k; ++n) sigma += sorted_distances(i)[n] / (k * rows);
  }
  Eigen::MatrixXd weights(rows, rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < rows; ++j) weights(i, j) = std::exp(-distance(i, j) / sigma);
  }
  const Eigen::MatrixXd joint = weights / weights.sum();
  const Eigen::VectorXd mass = joint.rowwise().sum();
  const Eigen::MatrixXd step = mass.cwiseInverse().asDiagonal() * joint;
  for (const std::size_t steps : {2U, 3U, 4U}) {
    Eigen::MatrixXd relaxed = joint;
    for (std::size_t t = 1; t < steps; ++t) relaxed *= step;
    const Result result = test::run(
        "tishby", ten, {},
        {.clusters = 2, .chain = {.neighbours = k, .relaxation = steps}, .search = {.restarts = 20}});
    EXPECT_NEAR(result.sigma, sigma, 1e-12);
    EXPECT_NEAR(result.cost, least_cost(relaxed, 1), 1e-12) << steps;
  }
}

}  // namespace
}  // namespace comac
