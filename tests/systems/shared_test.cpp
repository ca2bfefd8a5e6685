// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "comac/base/error.hpp"
#include "systems/gaussian.hpp"
#include "systems/scenes.hpp"
#include "systems/seeding.hpp"

namespace comac {
namespace {

TEST(GaussianDensity, MatchesTheFormulaInTwoDimensions) {
  // S = ((2, 1), (1, 3)), det 5, S^-1 = ((3, -1), (-1, 2)) / 5; x - m = (1, 2): quadratic form 7 / 5.
  Eigen::MatrixXd covariance(2, 2);
  covariance << 2, 1, 1, 3;
  const Gaussian density(Eigen::RowVector2d(4, -1), covariance);
  Points x(1, 2);
  x << 5, 1;
  EXPECT_NEAR(density.log_determinant(), std::log(5.0), 1e-14);
  EXPECT_NEAR(density.squared_distances(x)[0], 1.4, 1e-14);
  EXPECT_NEAR(density.log_densities(x)[0], -std::log(2 * std::numbers::pi) - std::log(5.0) / 2 - 0.7, 1e-14);
}

TEST(WeightedMoments, MatchAHandComputedCase) {
  Points x(3, 2);
  x << 0, 0, 4, 0, 0, 8;
  const Moments m = moments(x, Eigen::Vector3d(2, 1, 1));
  EXPECT_DOUBLE_EQ(m.weight, 4);
  EXPECT_TRUE(m.mean.isApprox(Eigen::RowVector2d(1, 2)));
  Eigen::MatrixXd expected(2, 2);  // 2 (-1,-2) + (3,-2) + (-1,6), each with itself
  expected << 12, -8, -8, 48;
  EXPECT_TRUE(m.scatter.isApprox(expected)) << m.scatter;
  EXPECT_EQ(moments(x, Eigen::Vector3d(0, 0, 0)).weight, 0);
}

TEST(Logarithms, BecomeSharesEvenWhereTheirExponentialsVanish) {
  Points logs(3, 2);
  logs << -1000, -1000 - std::log(3.0), 0, 0, -HUGE_VAL, -HUGE_VAL;
  const Eigen::VectorXd sums = normalise_logs(logs);
  EXPECT_NEAR(logs(0, 0), 0.75, 1e-12);
  EXPECT_NEAR(sums[0], -1000 + std::log(4.0 / 3), 1e-9);
  EXPECT_NEAR(logs(2, 1), 0.5, 1e-15);
  Points sure(1, 2);
  sure << 0, -HUGE_VAL;
  normalise_logs(sure);
  EXPECT_EQ(sure(0, 1), 0);
  EXPECT_EQ(sums[2], -HUGE_VAL);
}

TEST(Ridge, FollowsTheScaleOfEachColumn) {
  Points x(2, 3);
  x << 0, 0, 5, 2, 20, 5;
  EXPECT_TRUE(ridge(x, 0.1).isApprox(Eigen::RowVector3d(0.1, 10, 0.1)));
}

TEST(Seeding, FindsEverySeparatedCluster) {
  Points x(6, 1);
  x << 0, 0, 100, 100, 200, 200;
  Random random(1);
  Points centres = plus_plus_centres(x, 3, random);
  std::sort(centres.data(), centres.data() + 3);
  EXPECT_TRUE(centres.isApprox(Eigen::Vector3d(0, 100, 200)));
  EXPECT_EQ(nearest_centres(x, centres), (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2}));
}

TEST(Seeding, KeepsGivenCentresAndFillsUp) {
  Points x(4, 1), given(1, 1);
  x << 0, 0, 100, 100;
  given << 3;
  Random random(1);
  const Points centres = plus_plus_centres(x, 2, random, given);
  EXPECT_EQ(centres(0, 0), 3);
  EXPECT_GT(plus_plus_centres(x, 2, random, given)(1, 0), 50);  // (3, 97) squared: almost surely
}

TEST(Seeding, DrawsAnyRowIfAllAreEqual) {
  Random random(1);
  EXPECT_TRUE(plus_plus_centres(Points::Ones(5, 2), 3, random).isApproxToConstant(1));
}

/// Outcomes by restart, told apart by their random numbers' stream.
Result best_of(std::vector<Outcome> outcomes, std::size_t threads) {
  const Scene scene = blobs(2, 1, 2, 4);
  Options options{.clusters = 2};
  options.search.restarts = outcomes.size();
  options.threads = threads;
  const Task task{scene.table, {}, options, {}};
  std::vector<std::uint64_t> first_draw;
  for (std::size_t r = 0; r < outcomes.size(); ++r) first_draw.push_back(Random(options.seed, r).next());
  return best_of_restarts(Given(task), [&](Restart& restart) {
    const auto place = std::ranges::find(first_draw, restart.random.next()) - first_draw.begin();
    return outcomes[static_cast<std::size_t>(place)];
  });
}

TEST(Restarts, PreferFewerBrokenConstraintsThenTheLowerObjectiveThenTheFirst) {
  const auto outcome = [](double objective, std::size_t broken) {
    return Outcome{{0, 1}, objective, broken, {objective + 1, objective}, true};
  };
  for (const std::size_t threads : {1, 2, 7}) {
    const Result result = best_of({outcome(1, 2), outcome(5, 1), outcome(4, 1), outcome(4, 1)}, threads);
    EXPECT_EQ(result.best_restart, 2U);
    EXPECT_EQ(result.cost, 4);
    ASSERT_EQ(result.trace.size(), 2U);
    EXPECT_EQ(result.trace[0].cost, 5);
    EXPECT_EQ(result.restarts[1].cost, 5);
    EXPECT_EQ(result.restarts[1].sweeps, 2U);
  }
}

TEST(Restarts, CountClustersBeyondThoseAskedFor) {
  const Result result = best_of({Outcome{{0, 3}, 0, 0, {}, true}}, 1);
  EXPECT_EQ(result.sizes, (std::vector<std::size_t>{1, 0, 0, 1}));
  EXPECT_EQ(result.clusters_found, 2U);
}

TEST(OneHot, IsARowOfZerosForARowWithoutAClass) {
  Points expected(3, 2);
  expected << 0, 1, 0, 0, 1, 0;
  EXPECT_EQ(one_hot({1, Classes::none, 0}, 2), expected);
}

TEST(GreatestColumns, AreTheFirstOfEquals) {
  Points rows(3, 3);
  rows << 1, 3, 2, 5, 5, 0, -1, -3, -1;
  EXPECT_EQ(greatest_columns(rows), (std::vector<std::uint32_t>{1, 0, 0}));
}

TEST(LabelledClasses, AreNumberedAndCountWhatPropagationKept) {
  const Scene scene = blobs(5, 1, 2, 4);
  SideInformation known;
  known.label_names = {"unused", "b", "c"};
  known.labels = {{0, 2, {}}, {3, 1, {}}, {0, 1, {}}};  // the last contradicts the first
  Options options{.clusters = 2};
  options.side.on_conflict = OnConflict::drop;
  const Task task{scene.table, known, options, {}};
  const Classes found = classes_of(Given(task));
  EXPECT_EQ(found.of_row, (std::vector<std::uint32_t>{1, Classes::none, Classes::none, 0, Classes::none}));
  EXPECT_EQ(found.count, 2U);
  EXPECT_EQ(found.labelled, 2U);
  options.clusters = 1;
  EXPECT_THROW(cluster_classes(Given(task), "x"), Error);
}

}  // namespace
}  // namespace comac
