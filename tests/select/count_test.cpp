// SPDX-License-Identifier: MIT
#include "select/count.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/progress_gate.hpp"
#include "chain/neighbour_chain.hpp"

namespace comac {
namespace {

using Values = std::vector<double>;

const Progress silent;

/// Blocks of so many states, equal masses, that let go little of it, each to the next.
SparseChain chain_of_blocks(const std::vector<std::uint32_t>& sizes, double leak) {
  std::uint32_t states = 0;
  for (const auto size : sizes) states += size;
  Eigen::MatrixXd joint = Eigen::MatrixXd::Zero(states, states);
  std::uint32_t first = 0;
  for (const auto size : sizes) {
    joint.block(first, first, size, size).setConstant(1.0 / size);
    first += size;
    if (first < states) joint(first - 1, first) = joint(first, first - 1) = leak;
  }
  joint /= joint.sum();
  SparseMatrix sparse;
  for (std::uint32_t i = 0; i < states; ++i) {
    for (std::uint32_t j = 0; j < states; ++j) {
      if (joint(i, j) > 0) sparse.columns.push_back(j), sparse.values.push_back(joint(i, j));
    }
    sparse.offsets.push_back(sparse.columns.size());
  }
  return SparseChain::reversible(std::move(sparse));
}

Spectrum spectrum_of(const SparseChain& chain, std::size_t pairs) {
  ProgressGate gate(silent);
  return leading_spectrum(chain, pairs, 1, gate);
}

/// The same by the formula alone: the eigenvalues of the whole matrix without those of modes that live on
/// fewer than ten states, and the numbers one after the other.
std::size_t clearest_by_formula(const SparseChain& chain, double& strength) {
  const auto states = static_cast<Eigen::Index>(chain.states());
  Eigen::MatrixXd s = Eigen::MatrixXd::Zero(states, states);
  for (std::uint32_t i = 0; i < chain.states(); ++i) {
    chain.each_from(
        i, [&](std::uint32_t j, double mass) { s(i, j) = mass / std::sqrt(chain.mass(i) * chain.mass(j)); });
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(s);
  Values values;
  for (Eigen::Index m = states - 1; m >= 0; --m) {
    const double lives_on = 1 / solver.eigenvectors().col(m).array().square().square().sum();
    if (m == states - 1 || lives_on >= 10) values.push_back(solver.eigenvalues()(m));
  }
  const auto rate = [&](std::size_t k) {  // of the k-th, from 1
    return std::max(-std::log(std::clamp(values.at(k - 1), 1e-9, 1.0)), std::pow(2.0, -17));
  };
  std::size_t best = 0;
  strength = 0;
  for (std::size_t k = 2; k <= chain.states() / 10 && k < values.size(); ++k) {
    const auto clusters = static_cast<double>(k);
    const double found = clusters * std::log(rate(k + 1) / rate(k)) -
                         clusters * std::sqrt(clusters / static_cast<double>(states));
    if (found > strength) strength = found, best = k;
  }
  return best;
}

TEST(CompareCounts, IsTheGapTimesTheNumberLessItsError) {
  // Worked by hand: 3 ln(.4 / .01) - 3 sqrt(3 / 100) = 11.067 - .520; 2 ln(.01 / .005) - 2 sqrt(.02) = 1.104.
  const auto points = compare_counts(Values{1e-5, 0.005, 0.01, 0.4, 0.41}, 100);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[0].clusters, 2U);
  EXPECT_NEAR(points[0].strength, 1.104, 1e-3);
  EXPECT_NEAR(points[1].strength, 10.547, 1e-3);
  EXPECT_EQ(points[2].strength, 0) << "4 ln(.41 / .4) is less than its error";
  EXPECT_EQ(compare_counts(Values{1e-5, 0.1, 0.2, 0.3}, 20).size(), 1U) << "clusters have ten rows";
  EXPECT_TRUE(compare_counts(Values{1e-5, 0.1}, 20).empty());
}

TEST(CompareCounts, ShapesWithoutClustersStayBelowAClearStrength) {
  constexpr std::size_t modes = 60, states = 1'000'000;
  for (const double dimensions : {1.0, 2.0, 3.0, 10.0}) {  // Weyl's law
    Values rates{1e-5};
    for (std::size_t k = 1; k < modes; ++k) rates.push_back(1e-3 * std::pow(k, 2 / dimensions));
    for (const CountPoint& point : compare_counts(rates, states)) EXPECT_LT(point.strength, clear_strength);
  }
  Values square{1e-5};  // two modes for each i != j, so gaps are twice as wide as Weyl's law has them
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) {
      if (i + j > 0 && i * i + j * j < 144) square.push_back(1e-3 * (i * i + j * j));  // all of them
    }
  }
  std::ranges::sort(square);
  for (const CountPoint& point : compare_counts(square, states))
    EXPECT_LT(point.strength, 1.5 * clear_strength);
}

TEST(CompareCounts, AgreesWithTheFormulaOnTheWholeMatrix) {
  for (const double leak : {1e-6, 1e-3, 0.1}) {
    const SparseChain chain = chain_of_blocks({40, 30, 50, 20}, leak);
    double strength = 0;
    const std::size_t clusters = clearest_by_formula(chain, strength);
    const auto points = compare_counts(relaxation_rates(spectrum_of(chain, 30)), chain.states());
    const CountPoint* found = strongest(points, 2, 100);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->clusters, clusters);
    EXPECT_NEAR(found->strength, strength, 1e-5);
    EXPECT_EQ(clusters, 4U);
  }
}

TEST(RelaxationRates, AreThoseOfModesOfManyRows) {
  const SparseChain chain = chain_of_blocks({40, 3, 30, 2, 1, 20}, 1e-4);
  const Values rates = relaxation_rates(spectrum_of(chain, 20));
  const auto points = compare_counts(rates, chain.states());
  ASSERT_NE(strongest(points, 2, 9), nullptr);
  EXPECT_EQ(strongest(points, 2, 9)->clusters, 3U) << "a few rows that lie alone are no cluster";
  EXPECT_EQ(rates.front(), std::exp2(-17)) << "of all rows: they stay for ever";
}

TEST(Strongest, TakesTheEndOfADrop) {
  const std::vector<CountPoint> points{{2, 1}, {3, 0}, {10, 20}, {11, 3}, {12, 11}, {13, 19}};
  EXPECT_EQ(strongest(points, 2, 13)->clusters, 12U) << "within a fifth, at least half as strong";
  EXPECT_EQ(strongest(points, 2, 11)->clusters, 10U);
  EXPECT_EQ(strongest(points, 2, 9)->clusters, 2U);
  EXPECT_EQ(strongest(points, 4, 9), nullptr);
  EXPECT_EQ(strongest(std::vector<CountPoint>{{5, 3}, {6, 2}}, 2, 9)->clusters, 5U)
      << "not where nothing is clear";
}

}  // namespace
}  // namespace comac
