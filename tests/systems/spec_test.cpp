// SPDX-License-Identifier: MIT
#include "systems/spec.hpp"

#include <gtest/gtest.h>

#include "systems/graph_cases.hpp"

namespace comac {
namespace {

constexpr Eigen::Index rows = 12;

/// W by the definition, with the links of few_links.
Eigen::MatrixXd affinity_by_definition(const Table& table) {
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(rows, rows);
  std::vector<double> variance(table.columns, 0);
  for (std::size_t c = 0; c < table.columns; ++c) {
    double mean = 0;
    for (std::size_t i = 0; i < table.rows; ++i) mean += table.at(i, c) / rows;
    for (std::size_t i = 0; i < table.rows; ++i)
      variance[c] += std::pow(table.at(i, c) - mean, 2) / (rows - 1);
  }
  const Eigen::MatrixXd z = test::few_links_matrix(rows, 0);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < rows; ++j) {
      double exponent = 0;
      for (std::size_t c = 0; c < table.columns; ++c) {
        if (variance[c] == 0) continue;
        const double d = table.at(static_cast<std::size_t>(i), c) - table.at(static_cast<std::size_t>(j), c);
        exponent += d * d / (2 * variance[c]);
      }
      w(i, j) = i == j ? 0 : z(i, j) > 0 ? 1 : z(i, j) < 0 ? 0 : std::exp(-exponent);
    }
  }
  return w;
}

Table case_table() {
  Table table = test::blobs(2, rows / 2, 3, 3);
  for (std::size_t i = 0; i < table.rows; ++i) table.at(i, 1) = 4;  // a constant column
  return table;
}

TEST(Spec, AffinityIsItsDefinition) {
  const Table table = case_table();
  const Constraints constraints = propagate(test::few_links(), table.rows, OnConflict::error);
  const Eigen::MatrixXd found = test::to_eigen(spec_affinity(table, constraints, 1));
  EXPECT_LT((found - affinity_by_definition(table)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Spec, MatrixIsAffinityAndPenaltyByTheDefinition) {
  const Table table = case_table();
  const Constraints constraints = propagate(test::few_links(), table.rows, OnConflict::error);
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(rows, rows);
  const Eigen::MatrixXd laplacian = identity - test::normalised(affinity_by_definition(table));
  Eigen::MatrixXd penalty = Eigen::MatrixXd::Zero(rows, rows);
  const Eigen::MatrixXd z = test::few_links_matrix(rows, 0);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      if (z(i, j) == 0) continue;
      Eigen::VectorXd difference = Eigen::VectorXd::Zero(rows);
      difference(i) = 1 / std::sqrt(z.row(i).cwiseAbs().sum());
      difference(j) = -z(i, j) / std::sqrt(z.row(j).cwiseAbs().sum());
      penalty += difference * difference.transpose();
    }
  }
  const Eigen::MatrixXd found =
      test::to_eigen(spec_matrix(spec_affinity(table, constraints, 1), constraints, 1));
  EXPECT_LT((found - (identity - 0.7 * laplacian - 0.3 * penalty)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Spec, LabelsMoveTheBorder) {
  // One row of the second blob, in the middle between both, is said to belong to the first.
  Table table = test::blobs(2, 20, 8, 1);
  table.at(20, 0) = 4;
  SideInformation known;
  for (std::uint32_t i = 0; i < 6; ++i) known.links.push_back({20, i, LinkKind::must, {}});
  const Result result = test::run("spec", table, known, {.clusters = 2});
  EXPECT_EQ(result.cluster[20], result.cluster[0]);
  EXPECT_NE(result.cluster[20], result.cluster[30]);
  EXPECT_TRUE(result.certificate.violated().empty());
}

}  // namespace
}  // namespace comac
