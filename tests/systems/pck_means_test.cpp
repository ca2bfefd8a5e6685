// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "systems/scenes.hpp"

namespace comac {
namespace {

Result pck(const Scene& scene, const SideInformation& known, std::size_t clusters, std::uint64_t seed = 1) {
  Options options;
  options.clusters = clusters;
  options.seed = seed;
  return run("pck-means", scene.table, known, options);
}

/// The objective from scratch, over all pairs of rows.
double objective(const Scene& scene, const SideInformation& known, const std::vector<std::uint32_t>& cluster,
                 std::size_t clusters) {
  const Points x = scene.points();
  double sum = 0;
  for (std::uint32_t c = 0; c < clusters; ++c) {
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(x.cols());
    double rows = 0;
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      if (cluster[i] == c) mean += x.row(index(i)), rows += 1;
    }
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      if (cluster[i] == c) sum += (x.row(index(i)) - mean / rows).squaredNorm();
    }
  }
  const Constraints constraints = propagate(known, cluster.size(), OnConflict::error);
  double broken = 0;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto g = constraints.components.group_of(i), h = constraints.components.group_of(j);
      const auto excluded = constraints.exclusive.of(g);
      if (g == h && cluster[i] != cluster[j]) broken += 1;
      if (std::ranges::find(excluded, h) != excluded.end() && cluster[i] == cluster[j]) broken += 1;
    }
  }
  return sum + column_variances(x).sum() * broken;
}

TEST(PckMeans, ReportsTheObjectiveOfItsPartition) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Scene scene = blobs(60, 2, 3, 1.5, seed);
    SideInformation known = links(scene, 60, seed);
    const Result result = pck(scene, known, 3, seed);
    EXPECT_NEAR(result.cost, objective(scene, known, result.cluster, 3), 1e-8);
  }
}

TEST(PckMeans, NeverIncreasesItsObjective) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Scene scene = blobs(80, 2, 3, 1, seed);
    const Result result = pck(scene, links(scene, 80, seed), 3, seed);
    std::vector<double> trace;
    for (const TracePoint& point : result.trace) trace.push_back(point.cost);
    EXPECT_TRUE(never_increases(trace));
  }
}

TEST(PckMeans, BreaksALinkThatIsTooDear) {
  // Two tight pairs 100 apart: the price is the mean squared distance 2500. To tie 0 with 3 would cost
  // more than 5000, to break it 2500.
  const Scene scene{{4, 1, {0, 1, 100, 101}, {}}, {}};
  SideInformation known;
  known.links = {{0, 3, LinkKind::must, {}}};
  const Result result = pck(scene, known, 2);
  EXPECT_EQ(result.certificate.violated().size(), 1U);
  EXPECT_NEAR(result.cost, 2 * 0.5 + 2500.25, 1e-9);
}

TEST(PckMeans, KeepsALinkThatIsCheap) {
  const Scene scene{{5, 1, {0, 1, 5, 10, 11}, {}}, {}};
  SideInformation known;
  known.links = {{2, 4, LinkKind::must, {}}, {2, 0, LinkKind::cannot, {}}};
  const Result result = pck(scene, known, 2);
  EXPECT_TRUE(result.certificate.violated().empty());
  EXPECT_EQ(result.cluster[2], result.cluster[3]);
}

}  // namespace
}  // namespace comac
