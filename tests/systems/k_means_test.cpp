// SPDX-License-Identifier: MIT
#include "systems/k_means.hpp"

#include <gtest/gtest.h>

#include <set>

#include "comac/base/error.hpp"
#include "systems/scenes.hpp"

namespace comac {
namespace {

constexpr std::uint32_t none = Classes::none;

Points column(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), index(values.size()));
}

TEST(KMeans, AddsTheLabelTermToTheDistance) {
  // Cluster 0 holds 0 (class 0), 2 (class 1), 4: mean 2, label mean (1/2, 1/2). Cluster 1 holds 10 without
  // labels: label mean 0, so a labelled row pays lambda in full there.
  const Points x = column({0, 2, 4, 10});
  const Classes known = classes({0, 1, none, none}, 2);
  const KMeans problem{x, known, 2, 8.0};
  const Centres centres = centres_of(problem, {0, 0, 0, 1});
  EXPECT_TRUE(centres.means.isApprox(column({2, 10})));
  EXPECT_TRUE(centres.label_means.row(0).isApprox(Eigen::RowVector2d(0.5, 0.5)));
  EXPECT_TRUE(row_costs(problem, centres, 0).isApprox(Eigen::Vector2d(4 + 8 * 0.5, 100 + 8)));
  EXPECT_TRUE(row_costs(problem, centres, 2).isApprox(Eigen::Vector2d(4, 36)));
}

TEST(KMeans, NeverIncreasesItsObjective) {
  const Scene scene = blobs(120, 3, 4, 1.5);
  const Points x = scene.points();
  std::vector<std::uint32_t> some(scene.truth);
  for (std::size_t i = 0; i < some.size(); ++i) some[i] = i % 5 == 0 ? some[i] : none;
  const Classes known = classes(some, 4);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Restart start = restart(seed);
    const Outcome outcome = minimise(KMeans{x, known, 4, 5.0}, start);
    EXPECT_TRUE(never_increases(outcome.trace));
    EXPECT_TRUE(outcome.converged);
  }
}

TEST(KMeans, FindsTheBestOfAllPartitionsOfAFewRows) {
  const Points x = column({0, 1, 5, 6.5, 20, 20.5});
  Restart start = restart(3);
  // By hand: {0, 1}, {5, 6.5}, {20, 20.5} costs 0.5 + 1.125 + 0.125.
  EXPECT_NEAR(plain_k_means(x, 3, start).objective, 1.75, 1e-12);
}

TEST(KMeans, RevivesAClusterThatLosesItsLastRow) {
  // Three equal rows and one far away: two of the k-means++ centres coincide, and one cluster starts empty.
  const Points x = column({0, 0, 0, 9});
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Restart start = restart(seed);
    const Outcome outcome = plain_k_means(x, 3, start);
    EXPECT_EQ(std::set(outcome.cluster.begin(), outcome.cluster.end()).size(), 3U);
    EXPECT_EQ(outcome.objective, 0);
  }
}

TEST(KMeans, KeepsLabelledRowsTogetherWhereTheDataAgree) {
  const Scene scene = blobs(90, 2, 3, 6);
  Options options;
  options.clusters = 3;
  options.search.restarts = 10;
  EXPECT_TRUE(run("k-means", scene.table, labels(scene, 4), options).certificate.violated().empty());
}

TEST(KMeans, NeedsAClusterForEachClass) {
  const Scene scene = blobs(30, 2, 3, 6);
  try {
    run("k-means", scene.table, labels(scene, 4), {.clusters = 2});
    FAIL() << "took three classes for two clusters";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("name 3 classes, but clusters is 2"), std::string::npos);
  }
}

}  // namespace
}  // namespace comac
