// SPDX-License-Identifier: MIT
#include "systems/d_graph/d_graph.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "comac/data/generate.hpp"
#include "comac/evaluate/scores.hpp"
#include "systems/d_graph/features.hpp"
#include "systems/d_graph/lbfgs.hpp"
#include "systems/scenes.hpp"

namespace comac {
namespace {

TEST(Lbfgs, FindsTheBottomOfACurvedValley) {
  const auto rosenbrock = [](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
    const double a = 1 - x[0], b = x[1] - x[0] * x[0];
    gradient[0] = -2 * a - 400 * x[0] * b;
    gradient[1] = 200 * b;
    return a * a + 100 * b * b;
  };
  Lbfgs search(rosenbrock, Eigen::Vector2d(-1.2, 1));
  double before = search.value();
  for (int i = 0; i < 60; ++i) {
    EXPECT_LE(search.step(), before);
    before = search.value();
  }
  EXPECT_LT((search.at() - Eigen::Vector2d(1, 1)).norm(), 1e-6);
  EXPECT_EQ(search.step(), search.value());  // where no step helps it stays
}

const std::vector<RowPair> pairs = {{0, 1, 1}, {1, 2, -1}, {0, 4, -1}};
const std::vector<RowPair> near = {{0, 1, .5}, {2, 3, 2}, {3, 4, 1}};

TEST(DGraphObjective, IsWhatOneWorksOutByHand) {
  const Points features = Points::Zero(5, 1);
  const DGraphObjective objective(features, 2, pairs, near, {2, .1});
  Eigen::VectorXd gradient(4);
  // Every p is 1/2: each pair is kept with probability 1/2, near rows share a cluster with 1/2, H is log 2.
  EXPECT_NEAR(objective(Eigen::VectorXd::Zero(4), gradient), -.5 - 2 * (.5 + 1), 1e-12);
  // A coefficient of 3 costs .9, and on features of 0 changes nothing else; b of 40 puts all rows into the
  // first.
  EXPECT_NEAR(objective(Eigen::Vector4d(3, 40, 0, 0), gradient), -1 / 3.0 - 2 * (1 + 0) + .9, 1e-9);
}

TEST(DGraphObjective, GradientIsThatOfTheValue) {
  Random random(3);
  Points features(5, 2);
  for (double& value : features.reshaped()) value = random.normal();
  const DGraphObjective objective(features, 3, pairs, near, {.7, .01});
  Eigen::VectorXd at(9), gradient(9), ignored(9);
  for (double& value : at) value = random.normal();
  objective(at, gradient);
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    Eigen::VectorXd above = at, below = at;
    above[i] += 1e-6, below[i] -= 1e-6;
    EXPECT_NEAR(gradient[i], (objective(above, ignored) - objective(below, ignored)) / 2e-6, 1e-8);
  }
}

TEST(DGraphFeatures, MultiplyToTheKernel) {
  const Scene scene = blobs(12, 2, 2, 3);
  const Points features = kernel_features(scene.points(), 100, Random(1));
  // All rows are landmarks: up to the mean, inner products of features are those of a Gaussian of one width.
  const auto square = [&](int i, int j) {
    return (scene.points().row(i) - scene.points().row(j)).squaredNorm();
  };
  const auto between = [&](int i, int j) {
    return (features.row(i) - features.row(j)).squaredNorm();
  };  // 2 - 2 k
  const double width = -square(0, 1) / std::log(1 - between(0, 1) / 2);
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < i; ++j) EXPECT_NEAR(1 - between(i, j) / 2, std::exp(-square(i, j) / width), 1e-4);
  }
}

TEST(DGraphFeatures, NearPairsAreListedOnce) {
  const Table table{4, 1, {0, 1, 3, 10}, {}};
  const auto found = near_pairs(table, 1, 1);  // 0-1 of both, 2-1, 3-2
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].first, 0U);
  EXPECT_EQ(found[0].second, 1U);
  EXPECT_NEAR(found[0].weight, std::exp(-1), 1e-12);
  EXPECT_NEAR(found[1].weight, std::exp(-4 / 2.0), 1e-12);
  EXPECT_NEAR(found[2].weight, std::exp(-49 / 14.0), 1e-12);
}

/// Classes that the second of two columns tells, while the first is wide and tells nothing.
Scene hidden(std::size_t rows) {
  Scene scene = blobs(rows, 2, 2, 5);
  Random random(9);
  for (std::size_t r = 0; r < rows; ++r) {
    scene.table.at(r, 1) = scene.table.at(r, 0);
    scene.table.at(r, 0) = 20 * random.uniform();
  }
  return scene;
}

double nmi_of(const Scene& scene, const SideInformation& known) {
  Options options{.clusters = 2};
  options.search.restarts = find_system("d-graph").info().restarts;
  return score(scene.truth, run("d-graph", scene.table, known, options).cluster).nmi;
}

TEST(DGraph, LearnsFromPairsWhichColumnMatters) {
  const Scene scene = hidden(150);
  EXPECT_LT(nmi_of(scene, {}), .5);
  EXPECT_GT(nmi_of(scene, links(scene, 40)), .85);  // the classes overlap: two or three rows of 150
}

TEST(DGraph, ChoosesTheFeaturesThatForetellPairs) {
  const Dataset rings = generate({.sizes = {60, 60}});
  const Scene scene{rings.table, rings.truth->ids};
  const Points linear = linear_features(scene.points());
  const Points kernel = kernel_features(scene.points(), 100, Random(1));
  DGraphProblem problem{2, {}, near_pairs(scene.table, 10, 1)};
  const auto never = [] { return false; };
  const std::vector<DGraphSetup> setups = {{&linear, {}}, {&kernel, {}}};
  EXPECT_EQ(choose_setup(problem, setups, 1, never), 0U);  // nothing to foretell
  for (const Link& link : links(scene, 60).links) {
    problem.pairs.push_back({link.first, link.second, link.kind == LinkKind::must ? 1.0 : -1.0});
  }
  EXPECT_EQ(choose_setup(problem, setups, 1, never), 1U);
  EXPECT_EQ(choose_setup(problem, setups, 1, [] { return true; }), 0U);
}

}  // namespace
}  // namespace comac
