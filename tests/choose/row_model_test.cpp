// SPDX-License-Identifier: MIT
#include "choose/row_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "chain/neighbour_chain.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
const Progress silent;

Matrix columns_of(const Table& table) {
  return Eigen::Map<const Matrix>(table.values.data(), static_cast<Eigen::Index>(table.columns),
                                  static_cast<Eigen::Index>(table.rows));
}

NeighbourChainOptions ten_neighbours() {
  NeighbourChainOptions options;
  options.neighbours = 10;
  return options;
}

FactorChain chain_of(const Table& table, double steps) {
  ProgressGate gate(silent);
  return {leading_spectrum(neighbour_chain(table, ten_neighbours(), gate).chain, 12, 1, gate), steps};
}

TEST(RowModel, TellsTheDensityOfAHandCalculation) {
  // A t distribution of 8 degrees of freedom in one column, mean 1, scale 4: (x - 1) / 2 = 1 at x = 3.
  std::vector<RowModel::Part> parts(1);
  parts[0].mean = Eigen::VectorXd::Constant(1, 1);
  parts[0].root = Matrix::Constant(1, 1, 2);
  parts[0].log_weight = std::log(0.25);
  const RowModel model(parts, 8);
  const double at_one =
      std::tgamma(4.5) / (std::sqrt(8 * std::numbers::pi) * std::tgamma(4.0)) * std::pow(1 + 1.0 / 8, -4.5);
  EXPECT_NEAR(model.log_densities(Matrix::Constant(1, 1, 3))(0, 0), std::log(0.25 * at_one / 2), 1e-12);
}

TEST(RowModel, EveryRoundOfFittingImprovesTheObjective) {
  Random random(1);
  const Table table = test::blobs(random, 150, 3, 3, 1.5);
  const Matrix rows = columns_of(table);
  const FactorChain chain = chain_of(table, 4);
  const auto start = test::random_clusters(random, 150, 3);
  const std::vector<bool> fixed(150, false);
  double before = -1e300;
  for (std::size_t rounds = 2; rounds <= 20; rounds += 3) {
    const double now = fit_row_model({rows, chain, 3, start, fixed, {}, 8}, rounds).objective;
    EXPECT_GE(now, before - 1e-6 * std::abs(before));
    before = now;
  }
}

TEST(RowModel, AffineMapsOfTheColumnsHardlyMatter) {
  Random random(2);
  const Table table = test::blobs(random, 120, 2, 3, 3);
  Matrix rows = columns_of(table);
  const FactorChain chain = chain_of(table, 4);
  std::vector<std::uint32_t> start(120);
  for (std::uint32_t row = 0; row < 120; ++row) start[row] = (row / 2) % 3;
  const std::vector<bool> fixed(120, false);
  const RowFit plain = fit_row_model({rows, chain, 3, start, fixed, {}, 8}, 50);
  rows.row(0) *= 1000, rows.row(1).array() += 5;
  const RowFit mapped = fit_row_model({rows, chain, 3, start, fixed, {}, 8}, 50);
  EXPECT_LT((plain.memberships - mapped.memberships).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(RowModel, RowsThatAreFixedStay) {
  Random random(3);
  const Table table = test::blobs(random, 60, 2, 2, 4);
  const Matrix rows = columns_of(table);
  std::vector<std::uint32_t> start(60, 0);
  for (std::size_t row = 1; row < 60; row += 2) start[row] = 1;
  start[0] = 1;  // among the others
  std::vector<bool> fixed(60, false);
  fixed[0] = true;
  const FactorChain chain = chain_of(table, 4);
  const RowFit fit = fit_row_model({rows, chain, 2, start, fixed, {}, 8}, 30);
  EXPECT_EQ(fit.memberships(1, 0), 1);
  EXPECT_GT(fit.memberships(0, 2), 0.9);
}

TEST(RowModel, BlobsAreToldShorterByAMixtureAndRingsByTheirNeighbours) {
  Random random(4);
  const Table blobs = test::blobs(random, 300, 2, 2, 5);
  Table rings{300, 2, {}, {}};
  for (std::size_t i = 0; i < 300; ++i) {
    const double angle = 2 * std::numbers::pi * random.uniform(), radius = i % 2 == 0 ? 2 : 6;
    rings.values.push_back((radius + 0.1 * random.normal()) * std::cos(angle));
    rings.values.push_back((radius + 0.1 * random.normal()) * std::sin(angle));
  }
  std::vector<std::uint32_t> start(300);
  for (std::uint32_t row = 0; row < 300; ++row) start[row] = row % 2;
  const std::vector<bool> fixed(300, false);
  const auto lengths = [&](const Table& table) {
    const Matrix rows = columns_of(table);
    const FactorChain chain = chain_of(table, 4);
    const RowFit fit = fit_row_model({rows, chain, 2, start, fixed, {}, 8}, 50);
    return std::pair(mixture_code_length(fit.model, rows), neighbour_code_length(rows, 0.3));
  };
  const auto [mixture_of_blobs, neighbours_of_blobs] = lengths(blobs);
  EXPECT_LT(mixture_of_blobs, neighbours_of_blobs);
  const auto [mixture_of_rings, neighbours_of_rings] = lengths(rings);
  EXPECT_GT(mixture_of_rings, neighbours_of_rings);
}

TEST(LabelModel, TellsTheChanceOfAHandCalculation) {
  // Three labels, two of class 0 in cluster 0 and one of class 1 in cluster 1, each right with chance .8.
  const std::vector<DoubtedLabel> labels{{0, 0, 0.8}, {1, 0, 0.8}, {2, 1, 0.8}};
  Matrix memberships = Matrix::Zero(2, 3);
  memberships(0, 0) = memberships(0, 1) = memberships(1, 2) = 1;
  LabelModel model(2, 2);
  model.estimate(labels, memberships);
  // At first every class is as likely: a label is meant with chance .8 * .5 / (.8 * .5 + .1) = .8. One more
  // label is spread over the classes, so cluster 0 has (1.6 + .5) / 2.6 of class 0.
  const double share = 2.1 / 2.6;
  EXPECT_NEAR(model.chance(labels[0], 0), 0.8 * share + 0.1, 1e-12);
  EXPECT_NEAR(model.meant(labels[0], 0), 0.8 * share / (0.8 * share + 0.1), 1e-12);
  EXPECT_LT(model.chance(labels[2], 0), model.chance(labels[2], 1));
  EXPECT_GT(model.nats(labels[2], 1), model.nats(labels[2], 0));
}

/// One long cloud that could be cut anywhere; rows left and right of 0.
Table long_cloud(Random& random, std::size_t rows) {
  Table table{rows, 2, {}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    table.values.push_back(random.normal() + (i % 2 == 0 ? -1 : 1));
    table.values.push_back(4 * random.normal());
  }
  return table;
}

TEST(RowModel, DoubtedLabelsTellWhereToCut) {
  constexpr std::size_t count = 200;
  Random random(3);
  const Table table = long_cloud(random, count);
  const Matrix rows = columns_of(table);
  const FactorChain chain = chain_of(table, 8);
  std::vector<std::uint32_t> start(count);
  std::vector<DoubtedLabel> labels;
  for (std::uint32_t i = 0; i < count; ++i) {
    start[i] = i % 2;
    if (i < 100) labels.push_back({i, i % 2, 0.8});
  }
  const std::vector<bool> fixed(count, false);
  const RowFit fit = fit_row_model({rows, chain, 2, start, fixed, labels, 8, 2}, 50);
  std::size_t agree = 0;
  for (std::uint32_t i = 100; i < count; ++i) agree += (fit.memberships(1, i) > 0.5) == (rows(0, i) > 0);
  EXPECT_GT(agree, 85U);  // along the labels, not across the long side
}

TEST(RowModel, DoubtedLabelsThatAreWrongAreOutvoted) {
  constexpr std::size_t count = 150;
  Random random(4);
  Table table = test::random_table(random, count, 2);
  for (std::size_t i = 0; i < count; ++i) table.at(i, 0) += 20.0 * static_cast<double>(i % 3);
  const Matrix rows = columns_of(table);
  std::vector<std::uint32_t> start(count);
  std::vector<DoubtedLabel> labels;
  for (std::uint32_t i = 0; i < count; ++i) {
    start[i] = i % 3;
    if (i % 5 != 0) labels.push_back({i, i % 4 == 0 ? (i + 1) % 3 : i % 3, 0.8});
  }
  const std::vector<bool> fixed(count, false);
  const RowFit fit = fit_row_model({rows, chain_of(table, 8), 3, start, fixed, labels, 8, 3}, 50);
  for (std::uint32_t i = 0; i < count; ++i) EXPECT_GT(fit.memberships(start[i], i), 0.5) << i;
}

}  // namespace
}  // namespace comac
