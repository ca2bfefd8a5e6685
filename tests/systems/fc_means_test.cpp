// SPDX-License-Identifier: MIT
#include "systems/fc_means.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "systems/scenes.hpp"

namespace comac {
namespace {

constexpr std::uint32_t none = Classes::none;

/// J from scratch.
double objective(const Points& u, const Points& squared, const Classes& known) {
  const double a =
      known.labelled > 0 ? static_cast<double>(u.rows()) / static_cast<double>(known.labelled) : 0;
  double sum = 0;
  for (Eigen::Index i = 0; i < u.rows(); ++i) {
    const std::uint32_t label = known.of_row[static_cast<std::size_t>(i)];
    for (Eigen::Index k = 0; k < u.cols(); ++k) {
      const double f = label == static_cast<std::uint32_t>(k) ? 1 : 0;
      sum += u(i, k) * u(i, k) * squared(i, k);
      if (label != none) sum += a * (u(i, k) - f) * (u(i, k) - f) * squared(i, k);
    }
  }
  return sum;
}

struct SmallScene : testing::Test {
  Scene scene = blobs(24, 2, 3, 3);
  Points x = scene.points();
  Classes known = [] {
    std::vector<std::uint32_t> some(24, none);
    for (std::uint32_t i = 0; i < 24; i += 4) some[i] = i % 3;
    return classes(some, 3);
  }();
  FuzzyClusters problem{x, known, 3};
};

TEST_F(SmallScene, MembershipsAreTheMinimisersThatANumericSearchFinds) {
  Random random(2);
  const Points squared = problem.squared_distances(problem.random_memberships(random));
  const Points best = problem.memberships(squared);
  // Pairwise exchanges of membership by ever smaller steps: a convex problem on a simplex has no other
  // optimum.
  Points u = Points::Constant(24, 3, 1.0 / 3);
  for (double step = 0.3; step > 1e-9; step /= 2) {
    for (int round = 0; round < 20; ++round) {
      for (Eigen::Index i = 0; i < 24; ++i) {
        for (Eigen::Index k = 0; k < 6; ++k) {
          Points moved = u;
          moved(i, k % 3) += step;
          moved(i, (k % 3 + 1 + k / 3) % 3) -= step;
          const auto row = [&](const Points& p) {
            const Classes one = classes({known.of_row[static_cast<std::size_t>(i)]}, 3);
            // The trust a is that of all rows: scale the label term of the single row alike.
            const Points ui = p.row(i), di = squared.row(i);
            const double plain = ui.cwiseAbs2().cwiseProduct(di).sum();
            return plain + 4 * (objective(ui, di, one) - plain);
          };
          if (row(moved) < row(u)) u = moved;
        }
      }
    }
  }
  EXPECT_LT((u - best).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_NEAR(problem.objective(best, squared), objective(best, squared, known), 1e-9);
}

TEST_F(SmallScene, CentresAndWeightsAreMinimisers) {
  Random random(3);
  const Points u = problem.random_memberships(random);
  const Points w = problem.weights(u);
  const double best = objective(u, problem.squared_distances(u), known);
  // From scratch: centre and column weights of each cluster, then small changes of either.
  for (int trial = 0; trial < 200; ++trial) {
    Points squared(24, 3);
    for (Eigen::Index k = 0; k < 3; ++k) {
      Eigen::RowVector2d centre = w.col(k).transpose() * x / w.col(k).sum();
      const Eigen::RowVector2d variance =
          w.col(k).transpose() * (x.rowwise() - centre).cwiseAbs2() / w.col(k).sum();
      const double tilt = trial == 0 ? 0 : 0.2 * random.normal();
      const double ratio = std::sqrt(variance[1] / variance[0]) * std::exp(tilt);
      if (trial > 0) centre += 0.1 * Eigen::RowVector2d(random.normal(), random.normal());
      squared.col(k) = (x.rowwise() - centre).cwiseAbs2() * Eigen::Vector2d(ratio, 1 / ratio);
    }
    EXPECT_GE(objective(u, squared, known), best * (1 - 1e-9)) << trial;
    if (trial == 0) {
      EXPECT_NEAR(objective(u, squared, known), best, 1e-4);
    }
  }
}

TEST_F(SmallScene, MembershipsMatchTheFormulaByHand) {
  Points squared = Points::Ones(24, 3);
  squared.row(0) << 1, 2, 4;  // labelled 0, a = 24 / 6 = 4: u = (share + 4 f) / 5
  squared.row(1) << 1, 2, 4;  // not labelled: shares 4/7, 2/7, 1/7
  squared.row(2) << 0, 3, 0;  // on two centres
  const Points u = problem.memberships(squared);
  EXPECT_TRUE(u.row(0).isApprox(Eigen::RowVector3d((4.0 / 7 + 4) / 5, 2.0 / 35, 1.0 / 35)));
  EXPECT_TRUE(u.row(1).isApprox(Eigen::RowVector3d(4.0 / 7, 2.0 / 7, 1.0 / 7)));
  EXPECT_TRUE(u.row(2).isApprox(Eigen::RowVector3d(0.5, 0, 0.5)));
}

TEST_F(SmallScene, NeverIncreasesItsObjective) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Restart start = restart(seed);
    const Outcome outcome = problem.minimise(start);
    ASSERT_GT(outcome.trace.size(), 1U);
    for (std::size_t i = 1; i < outcome.trace.size(); ++i) {
      EXPECT_LE(outcome.trace[i], outcome.trace[i - 1] * (1 + 1e-5));
    }
  }
}

TEST(FcMeans, IsBlindToTheScaleOfColumns) {
  Scene scene = blobs(60, 3, 2, 5);
  Options options{.clusters = 2};
  const Result before = run("fc-means", scene.table, {}, options);
  for (std::size_t r = 0; r < 60; ++r) scene.table.at(r, 2) *= 1024;
  EXPECT_EQ(run("fc-means", scene.table, {}, options).cluster, before.cluster);
}

}  // namespace
}  // namespace comac
