// SPDX-License-Identifier: MIT
#include "systems/mixmod.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <numbers>

#include "systems/scenes.hpp"

namespace comac {
namespace {

constexpr std::uint32_t none = Classes::none;
using Square = std::array<double, 4>;

double determinant(const Square& m) { return m[0] * m[3] - m[1] * m[2]; }

/// tr(a b^-1), the inverse written out.
double trace_of_ratio(const Square& a, const Square& b) {
  return (a[0] * b[3] - a[1] * b[2] - a[2] * b[1] + a[3] * b[0]) / determinant(b);
}

double density(double dx, double dy, const Square& s) {
  const double form = (s[3] * dx * dx - (s[1] + s[2]) * dx * dy + s[0] * dy * dy) / determinant(s);
  return std::exp(-form / 2) / (2 * std::numbers::pi * std::sqrt(determinant(s)));
}

struct FivePoints : testing::Test {
  FivePoints() {
    x << 0, 0, 1, 2, 2, 1, 6, 5, 7, 8;
    start.proportions = Eigen::Vector2d(0.4, 0.6);
    start.means.resize(2, 2);
    start.means << 1, 1, 5, 6;
    start.volumes = Eigen::Vector2d(2, 3);
    start.shape.resize(2, 2);
    start.shape << 1.25, 0.5, 0.5, 1;  // determinant 1
  }
  Points x{5, 2};
  Mixture start;
  Classes known = classes({none, 0, none, none, 1}, 2);
};

TEST_F(FivePoints, ExpectationIsBayesRuleAndKeepsLabels) {
  Points posteriors;
  const double likelihood = MixtureEm(x, known, 2).expect(start, posteriors);
  double expected_likelihood = 0;
  for (int i = 0; i < 5; ++i) {
    std::array<double, 2> joint{};
    for (int k = 0; k < 2; ++k) {
      Square s;
      for (int e = 0; e < 4; ++e)
        s[static_cast<std::size_t>(e)] = start.volumes[k] * start.shape(e / 2, e % 2);
      const bool allowed = !known.known(static_cast<std::size_t>(i)) ||
                           known.of_row[static_cast<std::size_t>(i)] == static_cast<std::uint32_t>(k);
      joint[static_cast<std::size_t>(k)] =
          allowed
              ? start.proportions[k] * density(x(i, 0) - start.means(k, 0), x(i, 1) - start.means(k, 1), s)
              : 0;
    }
    const double sum = joint[0] + joint[1];
    EXPECT_NEAR(posteriors(i, 0), joint[0] / sum, 1e-12) << i;
    EXPECT_NEAR(posteriors(i, 1), joint[1] / sum, 1e-12) << i;
    expected_likelihood += std::log(sum);
  }
  EXPECT_NEAR(likelihood, expected_likelihood, 1e-10);
  EXPECT_EQ(posteriors(1, 0), 1);
  EXPECT_EQ(posteriors(4, 1), 1);
}

TEST_F(FivePoints, MaximisationIsFiveRoundsOfShapeAndVolumes) {
  const MixtureEm em(x, known, 2);
  Points posteriors;
  em.expect(start, posteriors);
  const Mixture next = em.maximise(start, posteriors);

  std::array<double, 2> weight{}, volume{2, 3};
  std::array<Square, 2> scatter{};
  for (std::size_t k = 0; k < 2; ++k) {
    double mx = 0, my = 0;
    const auto u = [&](int i) { return posteriors(i, index(k)); };
    for (int i = 0; i < 5; ++i) weight[k] += u(i), mx += u(i) * x(i, 0), my += u(i) * x(i, 1);
    mx /= weight[k], my /= weight[k];
    for (int i = 0; i < 5; ++i) {
      const double dx = x(i, 0) - mx, dy = x(i, 1) - my;
      const Square outer{dx * dx, dx * dy, dx * dy, dy * dy};
      for (std::size_t e = 0; e < 4; ++e) scatter[k][e] += u(i) * outer[e];
    }
    EXPECT_NEAR(next.means(index(k), 0), mx, 1e-12);
    EXPECT_NEAR(next.means(index(k), 1), my, 1e-12);
    EXPECT_NEAR(next.proportions[index(k)], weight[k] / 5, 1e-12);
  }
  Square shape{};
  for (int round = 0; round < 5; ++round) {
    for (std::size_t e = 0; e < 4; ++e) shape[e] = scatter[0][e] / volume[0] + scatter[1][e] / volume[1];
    const double scale = std::sqrt(determinant(shape));
    for (double& entry : shape) entry /= scale;
    for (std::size_t k = 0; k < 2; ++k) volume[k] = trace_of_ratio(scatter[k], shape) / (2 * weight[k]);
  }
  // The ridge of a millionth of the variances is all that differs.
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(next.volumes[k], volume[static_cast<std::size_t>(k)], 1e-4);
  for (int e = 0; e < 4; ++e) EXPECT_NEAR(next.shape(e / 2, e % 2), shape[static_cast<std::size_t>(e)], 1e-4);
  EXPECT_NEAR(next.shape.determinant(), 1, 1e-12);
}

TEST(Mixmod, NeverLowersTheLikelihood) {
  const Scene scene = blobs(90, 3, 3, 2);
  const Points x = scene.points();
  const Classes known = classes(std::vector<std::uint32_t>(90, none), 0);
  const MixtureEm em(x, known, 3);
  Random random(5);
  Mixture mixture = em.random_start(random);
  std::vector<double> trace;
  Points posteriors;
  for (int i = 0; i < 40; ++i) {
    trace.push_back(-em.expect(mixture, posteriors));
    mixture = em.maximise(mixture, posteriors);
  }
  for (std::size_t i = 1; i < trace.size(); ++i) EXPECT_LE(trace[i], trace[i - 1] + 1e-3) << i;
  EXPECT_LT(trace.back(), trace.front() - 1);
}

TEST(Mixmod, KeepsLabelsThatTheDataContradict) {
  const Scene scene = blobs(60, 2, 2, 8);
  SideInformation known = labels(scene, 5);
  known.labels[0].label = 1 - known.labels[0].label;
  Options options{.clusters = 2};
  const Result result = run("mixmod", scene.table, known, options);
  EXPECT_TRUE(result.certificate.violated().empty());
}

TEST(Mixmod, LetsAComponentDie) {
  // All weight on the first component: the second keeps its mean and takes no part.
  const Scene scene = blobs(20, 2, 1, 0);
  const Points x = scene.points();
  const Classes known = classes(std::vector<std::uint32_t>(20, none), 0);
  const MixtureEm em(x, known, 2);
  Random random(1);
  const Mixture before = em.random_start(random);
  Points posteriors = Points::Zero(20, 2);
  posteriors.col(0).setOnes();
  const Mixture after = em.maximise(before, posteriors);
  EXPECT_EQ(after.proportions[1], 0);
  EXPECT_EQ(after.means.row(1), before.means.row(1));
  EXPECT_TRUE(std::isfinite(em.expect(after, posteriors)));
  EXPECT_EQ(em.most_probable(posteriors), std::vector<std::uint32_t>(20, 0));
}

}  // namespace
}  // namespace comac
