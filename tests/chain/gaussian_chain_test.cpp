// SPDX-License-Identifier: MIT
#include "chain/gaussian_chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "support/expect_error.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

GaussianChain build(const Table& table, std::size_t neighbours, std::size_t threads = 1) {
  const Progress none;
  ProgressGate gate(none);
  return gaussian_chain(table, neighbours, threads, gate);
}

/// sigma_k as reference: mean over the points of the mean squared distance to the k nearest, itself included.
double naive_sigma(const Table& table, std::size_t k) {
  double total = 0;
  for (std::size_t i = 0; i < table.rows; ++i) {
    std::vector<double> squared;
    for (std::size_t j = 0; j < table.rows; ++j) {
      double sum = 0;
      for (std::size_t c = 0; c < table.columns; ++c) sum += std::pow(table.at(i, c) - table.at(j, c), 2);
      squared.push_back(sum);
    }
    std::sort(squared.begin(), squared.end());
    double mean = 0;
    for (std::size_t n = 0; n < k; ++n) mean += squared[n] / static_cast<double>(k);
    total += mean / static_cast<double>(table.rows);
  }
  return total;
}

TEST(GaussianKernel, IsWithinTwoUnitsOfTheExponential) {
  Random random(1);
  for (int i = 0; i < 200000; ++i) {
    const double x = i % 2 == 0 ? 689.9 * random.uniform() : std::exp(-40 * random.uniform());
    double value = x;
    gaussian_kernel(&value, 1, 1.0);
    const double exact = std::exp(-x);
    ASSERT_LE(std::abs(value - exact), 2 * (std::nextafter(exact, 2) - exact)) << x;
  }
}

TEST(GaussianKernel, IsOneAtZeroAndZeroFarAway) {
  double values[] = {0.0, 689.0, 691.0, 1e6, 1e300, INFINITY};
  gaussian_kernel(values, 6, 1.0);
  EXPECT_EQ(values[0], 1);
  EXPECT_GT(values[1], 0);
  for (int i = 2; i < 6; ++i) EXPECT_EQ(values[i], 0);
}

TEST(GaussianKernel, DividesBySigmaAndSumsInLanes) {
  Random random(2);
  for (std::size_t count = 0; count <= 40; ++count) {
    std::vector<double> values(count), single(count);
    for (double& v : values) v = 50 * random.uniform();
    single = values;
    double lane[8] = {};
    for (std::size_t i = 0; i < count; ++i) lane[i % 8] += gaussian_kernel(&single[i], 1, 3.7);
    const double sum = gaussian_kernel(values.data(), count, 3.7);
    ASSERT_EQ(values, single);
    ASSERT_EQ(sum, ((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7])));
  }
}

TEST(GaussianChain, IsTheDefinition) {
  Random random(3);
  for (const std::size_t rows : {2U, 3U, 17U, 100U, 300U}) {
    const Table table = test::random_table(random, rows, 3);
    const std::size_t k = std::min<std::size_t>(rows, 20);
    const auto [chain, sigma] = build(table, 20);
    ASSERT_NEAR(sigma, naive_sigma(table, k), 1e-13 * sigma);
    ASSERT_TRUE(chain.symmetric());

    std::vector<double> similarity(rows * rows);
    double total = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < rows; ++j) {
        double squared = 0;
        for (std::size_t c = 0; c < 3; ++c) squared += std::pow(table.at(i, c) - table.at(j, c), 2);
        total += similarity[i * rows + j] = std::exp(-squared / sigma);
      }
    }
    double mass = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      double row_sum = 0;
      for (std::size_t j = 0; j < rows; ++j) {
        ASSERT_NEAR(chain.from(i)[j], similarity[i * rows + j] / total, 1e-12 * chain.from(i)[i]);
        ASSERT_EQ(chain.from(i)[j], chain.from(j)[i]) << "not symmetric to the bit";
        row_sum += chain.from(i)[j];
      }
      ASSERT_NEAR(chain.mass(i), row_sum, 1e-15);
      mass += chain.mass(i);
    }
    ASSERT_NEAR(mass, 1, 1e-14);
  }
}

TEST(GaussianChain, HasTheSameBitsForAnyNumberOfThreads) {
  Random random(4);
  const Table table = test::random_table(random, 333, 4);
  const auto one = build(table, 20, 1);
  for (const std::size_t threads : {2U, 7U}) {
    const auto many = build(table, 20, threads);
    EXPECT_EQ(one.sigma, many.sigma);
    EXPECT_EQ(
        std::memcmp(one.chain.weights().row(0), many.chain.weights().row(0), 333 * 333 * sizeof(double)), 0);
    EXPECT_TRUE(std::ranges::equal(one.chain.masses(), many.chain.masses()));
  }
}

TEST(GaussianChain, NeedsRowsThatDiffer) {
  Table table{4, 1, {1, 1, 5, 5}, {}};
  test::expect_error(ErrorCode::data,
                     "every row equals its 2 nearest rows, so no scale of similarity can be estimated; raise "
                     "neighbours or remove duplicate rows",
                     [&] { build(table, 2); });
  EXPECT_NO_THROW(build(table, 3));
  for (const std::size_t rows : {1U, 3U}) {
    table = {rows, 1, std::vector<double>(rows, 7.0), {}};
    test::expect_error(ErrorCode::data,
                       "all rows are equal, so no scale of similarity can be estimated; expected rows that "
                       "differ",
                       [&] { build(table, 20); });
  }
}

TEST(GaussianChain, NeedsDistancesThatAreNumbers) {
  test::expect_error(
      ErrorCode::data,
      "the distances between rows are too large to be numbers; scale the columns (scale zscore)", [] {
        build({2, 1, {1e200, -1e200}, {}}, 2);
      });
}

TEST(GaussianChain, CanBeCancelled) {
  Random random(6);
  const Table table = test::random_table(random, 100, 2);
  int calls = 0;
  const Progress cancel = [&](const ProgressEvent& event) {
    EXPECT_EQ(event.stage, "chain");
    return ++calls < 5;
  };
  ProgressGate gate(cancel);
  test::expect_error(ErrorCode::interrupted, "interrupted while the chain was built; there is no result yet",
                     [&] { gaussian_chain(table, 5, 2, gate); });
  EXPECT_EQ(calls, 5);
}

}  // namespace
}  // namespace comac
