// SPDX-License-Identifier: MIT
#include "prep/learned_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/random.hpp"
#include "comac/base/error.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;

Matrix random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  Matrix result(rows, columns);
  for (Eigen::Index i = 0; i < result.size(); ++i) result.data()[i] = random.normal();
  return result;
}

/// A linear view of three columns beside one of four landmarks.
LearnedMap some_map(Random& random) {
  View linear, kernel;
  linear.centre = random_matrix(random, 3, 1);
  linear.projection = random_matrix(random, 2, 3);
  kernel.landmarks = random_matrix(random, 3, 4);
  kernel.width = 2;
  kernel.centre = random_matrix(random, 4, 1);
  kernel.projection = random_matrix(random, 5, 4);
  return LearnedMap({linear, kernel});
}

TEST(LearnedMap, PutsTheFeaturesOfItsViewsSideBySide) {
  Random random(1);
  const LearnedMap map = some_map(random);
  ASSERT_EQ(map.columns_in(), 3U);
  ASSERT_EQ(map.columns_out(), 7U);
  const Table rows{2, 3, {1, 2, 3, -1, 0, 4}, {}};
  const Table mapped = map.apply(rows);
  for (std::size_t r = 0; r < 2; ++r) {
    const Eigen::Vector3d x(rows.at(r, 0), rows.at(r, 1), rows.at(r, 2));
    const View& linear = map.views()[0];
    const Eigen::VectorXd first = linear.projection * (x - linear.centre);
    for (std::size_t f = 0; f < 2; ++f)
      EXPECT_NEAR(mapped.at(r, f), first(static_cast<Eigen::Index>(f)), 1e-12);
    const View& kernel = map.views()[1];
    Eigen::VectorXd z(4);
    for (Eigen::Index m = 0; m < 4; ++m) z(m) = std::exp(-(x - kernel.landmarks.col(m)).squaredNorm() / 2);
    const Eigen::VectorXd second = kernel.projection * (z - kernel.centre);
    for (std::size_t f = 0; f < 5; ++f)
      EXPECT_NEAR(mapped.at(r, 2 + f), second(static_cast<Eigen::Index>(f)), 1e-12);
  }
}

TEST(LearnedMap, IsTheSameFromAFile) {
  Random random(2);
  const LearnedMap map = some_map(random);
  const LearnedMap again = LearnedMap::from_json(map.to_json());
  const Table rows{1, 3, {0.5, -2, 1}, {}};
  EXPECT_EQ(map.apply(rows).values, again.apply(rows).values);
}

TEST(LearnedMap, RefusesWhatItCantHaveWritten) {
  Random random(3);
  const auto good = some_map(random).to_json();
  const auto refused = [&](auto spoil) {
    auto bad = good;
    spoil(bad);
    EXPECT_THROW(LearnedMap::from_json(bad), Error) << bad.dump().substr(0, 100);
  };
  refused([](auto& bad) { bad[0]["projection"]["rows"] = 4; });
  refused([](auto& bad) { bad[1]["width"] = 0; });
  refused([](auto& bad) { bad[1]["centre"]["values"] = {1.0, 2.0}; });
  refused([](auto& bad) { bad[0]["centre"]["values"][0] = std::numeric_limits<double>::infinity(); });
  refused([](auto& bad) {  // views of two and of three columns
    bad[0]["centre"] = {{"rows", 2}, {"values", {0.0, 0.0}}};
    bad[0]["projection"] = {{"rows", 1}, {"values", {1.0, 1.0}}};
  });
}

}  // namespace
}  // namespace comac
