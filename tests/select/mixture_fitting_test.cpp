// SPDX-License-Identifier: MIT
#include "select/mixture_fitting.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "chain/neighbour_chain.hpp"
#include "comac/evaluate/scores.hpp"
#include "select/yardstick.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

using Clusters = MixtureFitting::Clusters;
const Progress silent;
constexpr std::size_t rows = 300, clusters = 2;

/// Two long clusters side by side, rows of either in turn.
Table side_by_side() {
  Random random(4);
  Table table{rows, 2, {}, {}};
  for (std::size_t row = 0; row < rows; ++row) {
    table.values.push_back(10 * random.normal());
    table.values.push_back(random.normal() + (row % 2 == 0 ? 0 : 5));
  }
  return table;
}

/// What it takes to fit models to them.
struct Bench {
  explicit Bench(SideInformation what = {})
      : said(std::move(what)), constraints(propagate(said, rows, OnConflict::error)) {
    options.clusters = clusters, options.threads = 1;
    ProgressGate gate(silent);
    NeighbourChainOptions near;
    near.neighbours = 10;
    spectrum = leading_spectrum(neighbour_chain(table, near, gate).chain, enough_pairs(clusters), 1, gate);
  }
  MixtureFitting fitting() const { return {of_table, task, options, nullptr}; }

  Table table = side_by_side();
  SideInformation said;
  Constraints constraints;
  Options options;
  Spectrum spectrum;
  RowsOfTable of_table{table, 1, false};
  SearchTask task{said, constraints};
};

/// StoppingRule of the long ones, as a chain that sees them as one would have it.
Clusters left_and_right(const Table& table) {
  Clusters result(table.rows);
  for (std::size_t row = 0; row < table.rows; ++row) result[row] = table.at(row, 0) < 0 ? 0 : 1;
  return result;
}

double nmi_of(const MixtureFit& fit) {
  Clusters found(rows), truth(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto column = fit.memberships.col(static_cast<Eigen::Index>(row));
    found[row] = column[0] > column[1] ? 0 : 1, truth[row] = row % 2;
  }
  return score(found, truth).nmi;
}

TEST(MixtureFitting, StartsByMeansFindWhatTheChainDidNot) {
  const Bench bench;
  const auto fit = bench.fitting().fit(bench.spectrum, 2, {left_and_right(bench.table)}, Means::once);
  EXPECT_GT(nmi_of(fit), 0.9);
}

TEST(MixtureFitting, GoingOnBesideTheSameChainStaysAndBesideAnotherConverges) {
  const Bench bench;
  const MixtureFitting fitting = bench.fitting();
  const Clusters start = left_and_right(bench.table);
  const MixtureFit near = fitting.fit(bench.spectrum, 2, {start}, Means::once);
  const MixtureFit again = fitting.go_on(bench.spectrum, 2, near, Means::none);
  EXPECT_GE(again.objective, near.objective - 1e-5 * std::abs(near.objective));
  EXPECT_LT((again.memberships - near.memberships).cwiseAbs().maxCoeff(), 0.05);
  const MixtureFit far = fitting.go_on(bench.spectrum, 32, near, Means::none);
  const MixtureFit once_more = fitting.go_on(bench.spectrum, 32, far, Means::none);
  EXPECT_NEAR(once_more.objective, far.objective, 1e-4 * std::abs(far.objective));
}

TEST(MixtureFitting, RowsWhoseClusterIsKnownStayThereAtEveryScale) {
  SideInformation said;
  said.label_names = {"a", "b"};
  for (std::uint32_t row = 0; row < 20; ++row) said.labels.push_back({row, row % 2, {}});
  const Bench bench(said);
  const MixtureFitting fitting = bench.fitting();
  Clusters start = left_and_right(bench.table);
  for (std::uint32_t row = 0; row < 20; ++row) start[row] = row % 2;
  const MixtureFit first = fitting.fit(bench.spectrum, 2, {start}, Means::once);
  for (const MixtureFit& fit : {first, fitting.go_on(bench.spectrum, 32, first, Means::none)}) {
    const Eigen::Index of_a = fit.memberships(0, 0) == 1 ? 0 : 1;  // whichever cluster that is
    for (Eigen::Index row = 0; row < 20; ++row) EXPECT_EQ(fit.memberships((of_a + row) % 2, row), 1) << row;
  }
}

TEST(MixtureFitting, LinkedRowsAreFixedOnlyOnceAskedTo) {
  SideInformation said;
  said.links.push_back({0, 1, LinkKind::must, {}});  // one of either
  const Bench bench(said);
  MixtureFitting fitting = bench.fitting();
  Clusters start(rows);
  for (std::size_t row = 0; row < rows; ++row) start[row] = row % 2;
  start[1] = 0;
  EXPECT_LT(fitting.follow(bench.spectrum, 2, start, 8).memberships(0, 1), 0.5);
  fitting.fix_linked_rows();
  EXPECT_EQ(fitting.follow(bench.spectrum, 2, start, 8).memberships(0, 1), 1);
}

/// Fits a model of K clusters to a table, beside its chain.
struct Measured {
  Measured(Table of, std::size_t k) : table(std::move(of)) {
    options.clusters = k, options.threads = 1;
    constraints = propagate(said, table.rows, OnConflict::error);
    ProgressGate gate(silent);
    NeighbourChainOptions near;
    near.neighbours = 10;
    auto built = neighbour_chain(table, near, gate);
    spectrum = leading_spectrum(built.chain, enough_pairs(k), 1, gate);
    const RowsOfTable of_table{table, built.sigma};
    const MixtureFitting fitting(of_table, task, options, nullptr);
    Clusters start(table.rows);
    for (std::uint32_t row = 0; row < start.size(); ++row) start[row] = row % static_cast<std::uint32_t>(k);
    const MixtureFit fit = fitting.fit(spectrum, 8, {start}, Means::once);
    by_model = fitting.lengths_by(fit, spectrum, 8);
    by_neighbours = fitting.lengths_by_neighbours();
  }
  bool better() const { return replaces(compare_held_out(by_neighbours, by_model)); }
  double bits() const {
    return std::accumulate(by_model.begin(), by_model.end(), 0.0) / static_cast<double>(by_model.size()) /
           std::numbers::ln2;
  }

  Table table;
  SideInformation said;
  Constraints constraints;
  Options options;
  Spectrum spectrum;
  SearchTask task{said, constraints};
  std::vector<double> by_model, by_neighbours;
};

TEST(MixtureFitting, ClaimsNoLessThanTheEntropyOfACloudAtAnyK) {
  Random random(9);
  const Table cloud = test::blobs(random, 100, 10, 1, 0);
  double entropy = 0;  // in bits, as these rows have it
  for (const double value : cloud.values)
    entropy += (value * value + std::log(2 * std::numbers::pi)) / (2 * std::numbers::ln2) / 100;
  EXPECT_NEAR(entropy, 20.5, 1);
  for (const std::size_t k : {2, 8, 30}) EXPECT_GT(Measured(cloud, k).bits(), entropy) << k;
}

TEST(MixtureFitting, OfRingsIsWorseThanNeighboursAtAnyK) {
  Random random(10);
  Table rings{600, 2, {}, {}};
  for (std::size_t i = 0; i < 600; ++i) {
    const double angle = 2 * std::numbers::pi * random.uniform(), radius = i % 2 == 0 ? 2 : 6;
    rings.values.push_back((radius + 0.1 * random.normal()) * std::cos(angle));
    rings.values.push_back((radius + 0.1 * random.normal()) * std::sin(angle));
  }
  for (const std::size_t k : {2, 6, 12, 20}) {
    EXPECT_FALSE(Measured(rings, k).better()) << k;
  }
}

TEST(MixtureFitting, OfBlobsIsBetterThanNeighbours) {
  Random random(11);
  for (const std::size_t k : {2, 5}) {
    EXPECT_TRUE(Measured(test::blobs(random, 300, 3, k, 6), k).better()) << k;
  }
}

}  // namespace
}  // namespace comac
