// SPDX-License-Identifier: MIT
#include "systems/cec_ib/cec_ib.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "systems/scenes.hpp"

namespace comac {
namespace {

constexpr std::uint32_t none = Classes::none;

double entropy(const std::vector<std::uint32_t>& labels) {
  double sum = 0;
  for (const auto label : std::set(labels.begin(), labels.end())) {
    const double p =
        static_cast<double>(std::ranges::count(labels, label)) / static_cast<double>(labels.size());
    sum -= p * std::log(p);
  }
  return sum;
}

/// E of a partition from scratch: the oracle. The ridge is a millionth of the variances of all rows.
double energy(const Points& x, const Classes& known, double b, const std::vector<std::uint32_t>& cluster) {
  const double n = static_cast<double>(x.rows()), d = static_cast<double>(x.cols());
  double sum = 0;
  for (const auto c : std::set(cluster.begin(), cluster.end())) {
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(x.cols());
    std::vector<std::uint32_t> labels;
    double rows = 0;
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      if (cluster[i] != c) continue;
      mean += x.row(index(i));
      rows += 1;
      if (known.known(i)) labels.push_back(known.of_row[i]);
    }
    mean /= rows;
    Eigen::MatrixXd covariance = (n / rows * ridge(x, 1e-6)).asDiagonal();
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      const Eigen::RowVectorXd offset = x.row(index(i)) - mean;
      if (cluster[i] == c) covariance += offset.transpose() * offset / rows;
    }
    const double p = rows / n;
    sum += p * (-std::log(p) + d / 2 * std::log(2 * std::numbers::pi * std::numbers::e) +
                std::log(covariance.determinant()) / 2 + b * entropy(labels));
  }
  return sum;
}

TEST(CecEnergy, MatchesAHandComputedCase) {
  // Two clusters {-1, 1} and {9, 11}, variance 1 each, p = 1/2; the second holds one row of each class.
  Points x(4, 1);
  x << -1, 1, 9, 11;
  const Classes known = classes({0, none, 0, 1}, 2);
  CecEnergy tracked(x, known, 1, 2);
  for (std::size_t i = 0; i < 4; ++i) tracked.join(i, i / 2);
  const double gaussian = std::log(2 * std::numbers::pi * std::numbers::e) / 2;
  EXPECT_NEAR(tracked.value(), std::log(2.0) + gaussian + std::log(2.0) / 2, 1e-3);  // the ridge is 1e-4
  EXPECT_NEAR(tracked.value(), energy(x, known, 1, {0, 0, 1, 1}), 1e-12);
}

TEST(CecEnergy, PromisesTheChangeThatItMakesAndTracksTheEnergy) {
  const Scene scene = blobs(60, 4, 3, 2);
  const Points x = scene.points();
  std::vector<std::uint32_t> some(scene.truth);
  for (std::size_t i = 0; i < some.size(); ++i) some[i] = i % 4 == 0 ? some[i] : none;
  const Classes known = classes(some, 3);
  const double b = 0.269;
  CecEnergy tracked(x, known, b, 3);
  std::vector<std::uint32_t> cluster(60);
  Random random(7);
  for (std::size_t i = 0; i < 60; ++i) {
    cluster[i] = static_cast<std::uint32_t>(random.below(3));
    tracked.join(i, cluster[i]);
  }
  for (int move = 0; move < 300; ++move) {
    const std::size_t row = random.below(60);
    const auto to = static_cast<std::uint32_t>(random.below(3));
    if (to == cluster[row]) continue;
    const double before = energy(x, known, b, cluster);
    const double promised = tracked.leave_delta(row, cluster[row]) + tracked.join_delta(row, to);
    tracked.leave(row, cluster[row]);
    tracked.join(row, to);
    cluster[row] = to;
    const double after = energy(x, known, b, cluster);
    ASSERT_NEAR(promised, after - before, 1e-10);
    ASSERT_NEAR(tracked.value(), after, 1e-10);
  }
}

TEST(CecEnergy, GoesBackToNothingWhenAClusterEmpties) {
  Points x(3, 1);
  x << 1, 4, 9;
  const Classes known = classes({none, none, none}, 0);
  CecEnergy tracked(x, known, 1, 2);
  tracked.join(0, 0);
  tracked.join(1, 1);
  const double before = tracked.value();
  EXPECT_NEAR(tracked.leave_delta(1, 1), -before / 2, 1e-12);  // the two are alike
  tracked.leave(1, 1);
  EXPECT_EQ(tracked.size(1), 0U);
  EXPECT_NEAR(tracked.value(), before / 2, 1e-12);
}

TEST(CecIb, ReportsTheEnergyOfItsPartition) {
  const Scene scene = blobs(120, 2, 3, 7);
  const Points x = scene.points();
  const Classes known = classes(std::vector<std::uint32_t>(120, none), 0);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Restart start = restart(seed);
    const Outcome outcome = minimise(CecProblem{x, known, 1, 6}, start);
    EXPECT_NEAR(outcome.objective, energy(x, known, 1, outcome.cluster), 1e-10);
    EXPECT_TRUE(outcome.converged);
    for (const auto c : std::set(outcome.cluster.begin(), outcome.cluster.end())) {
      EXPECT_GE(static_cast<std::size_t>(std::ranges::count(outcome.cluster, c)), least_rows(x));
    }
  }
}

TEST(CecIb, EndsWhereNoSingleMoveLowersTheEnergy) {
  const Scene scene = blobs(60, 2, 2, 5);
  const Points x = scene.points();
  const Classes known = classes(std::vector<std::uint32_t>(60, none), 0);
  Restart start = restart(2);
  const Outcome outcome = minimise(CecProblem{x, known, 1, 4}, start);
  const std::set<std::uint32_t> used(outcome.cluster.begin(), outcome.cluster.end());
  for (std::size_t i = 0; i < 60; ++i) {
    for (const auto c : used) {
      auto moved = outcome.cluster;
      moved[i] = c;
      EXPECT_GE(energy(x, known, 1, moved), outcome.objective - 1e-9);
    }
  }
}

TEST(CecIb, BuriesClustersThatAreTooSmall) {
  // One blob and three rows far away: their cluster would have fewer than 5 % of the rows.
  Scene scene = blobs(100, 2, 1, 0);
  for (std::size_t r = 0; r < 3; ++r) scene.table.at(r, 0) += 50;
  Options options;
  options.clusters = 2;
  options.search.restarts = 10;
  const Result result = run("cec-ib-1", scene.table, {}, options);
  for (const std::size_t size : result.sizes) EXPECT_TRUE(size == 0 || size >= 5) << size;
  EXPECT_EQ(result.cluster[0], result.cluster[1]);
}

TEST(CecIb, MayEndWithOtherThanKClusters) {
  const Scene scene = blobs(200, 2, 4, 15);
  Options options;
  options.clusters = 2;  // starts with 4
  options.search.restarts = 10;
  const Result result = run("cec-ib-1", scene.table, {}, options);
  EXPECT_EQ(result.clusters_found, 4U);
  EXPECT_EQ(result.sizes.size(), 4U);
}

TEST(CecIb, ListensMoreToLabelsWithTheGreaterWeight) {
  // Two classes in one blob: only labels can tell.
  Scene scene = blobs(120, 2, 2, 1.5);
  const SideInformation known = labels(scene, 1);
  Options options{.clusters = 2};
  options.search.restarts = 10;
  const auto impurity = [&](const char* name) {
    const Result result = run(name, scene.table, known, options);
    double sum = 0;
    for (std::uint32_t c = 0; c < result.sizes.size(); ++c) {
      std::vector<std::uint32_t> members;
      for (std::size_t i = 0; i < 120; ++i) {
        if (result.cluster[i] == c) members.push_back(scene.truth[i]);
      }
      if (!members.empty()) sum += static_cast<double>(members.size()) * entropy(members);
    }
    return sum;
  };
  EXPECT_LT(impurity("cec-ib-1"), impurity("cec-ib-0"));
}

}  // namespace
}  // namespace comac
