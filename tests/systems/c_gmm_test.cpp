// SPDX-License-Identifier: MIT
#include "systems/c_gmm/c_gmm.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "systems/scenes.hpp"

namespace comac {
namespace {

TEST(CGmm, MultipliesTheDensitiesOfAGroup) {
  Points x(4, 1);
  x << 0, 1, 5, 6;
  SideInformation known;
  known.links = {{0, 2, LinkKind::must, {}}};
  const Constraints constraints = propagate(known, 4, OnConflict::error);
  const ConstrainedMixture mixture(x, constraints, 2);
  Points weights(4, 2);
  weights << 1, 0, 1, 0, 0, 1, 0, 1;
  const auto parameters = mixture.maximise(weights);
  // Group {0, 2} has mean responsibility (1/2, 1/2); groups {1} and {3} have (1, 0) and (0, 1).
  EXPECT_TRUE(parameters.alpha.isApprox(Eigen::Vector2d(0.5, 0.5)));
  const Points logs = mixture.log_weights(parameters);
  ASSERT_EQ(logs.rows(), 3);
  for (int k = 0; k < 2; ++k) {
    const Eigen::VectorXd single = parameters.densities[static_cast<std::size_t>(k)].log_densities(x);
    EXPECT_NEAR(logs(0, k), std::log(0.5) + single[0] + single[2], 1e-12);
    EXPECT_NEAR(logs(1, k), std::log(0.5) + single[1], 1e-12);
  }
  EXPECT_NEAR(parameters.densities[0].mean()[0], 0.5, 1e-15);
  EXPECT_NEAR(std::exp(parameters.densities[0].log_determinant()), 0.25 + 1e-3 * 6.5, 1e-12);
}

TEST(CGmm, CountsAGroupOnceInAlpha) {
  Points x(4, 1);
  x << 0, 1, 2, 9;
  SideInformation known;
  known.links = {{0, 1, LinkKind::must, {}}, {1, 2, LinkKind::must, {}}};
  const Constraints constraints = propagate(known, 4, OnConflict::error);
  Points weights(4, 2);
  weights << 1, 0, 1, 0, 1, 0, 0, 1;
  EXPECT_TRUE(
      ConstrainedMixture(x, constraints, 2).maximise(weights).alpha.isApprox(Eigen::Vector2d(0.5, 0.5)));
}

TEST(CGmm, NeverLowersTheLikelihoodUnderMustLinks) {
  const Scene scene = blobs(120, 2, 3, 2.5);
  SideInformation known = links(scene, 60);
  std::erase_if(known.links, [](const Link& link) { return link.kind == LinkKind::cannot; });
  const Constraints constraints = propagate(known, 120, OnConflict::error);
  const Points x = scene.points();
  const ConstrainedMixture mixture(x, constraints, 3);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Restart start = restart(seed);
    const Outcome outcome = mixture.fit(start);
    ASSERT_GT(outcome.trace.size(), 2U);
    // The ridge pulls against the likelihood by as much as it matters.
    for (std::size_t i = 1; i < outcome.trace.size(); ++i) {
      EXPECT_LE(outcome.trace[i], outcome.trace[i - 1] + 0.05) << i;
    }
  }
}

TEST(CGmm, HonoursAllLabels) {
  const Scene scene = blobs(90, 2, 3, 1);
  Options options;
  options.clusters = 3;
  EXPECT_TRUE(run("c-gmm", scene.table, labels(scene, 4), options).certificate.violated().empty());
}

TEST(CGmm, HonoursPairsThatItCanInferExactly) {
  const Scene scene = blobs(90, 2, 3, 2);
  Options options;
  options.clusters = 3;
  const SideInformation known = links(scene, 25);
  const Constraints constraints = propagate(known, 90, OnConflict::error);
  ASSERT_TRUE(ExclusiveNetwork(constraints.exclusive, 3).exact());
  EXPECT_TRUE(run("c-gmm", scene.table, known, options).certificate.violated().empty());
}

}  // namespace
}  // namespace comac
