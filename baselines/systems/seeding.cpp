// SPDX-License-Identifier: MIT
#include "systems/seeding.hpp"

#include <cmath>

namespace comac {
namespace {

/// The first row at which the running sum of weights exceeds a uniform share of their total.
std::size_t draw(const Eigen::VectorXd& weights, Random& random) {
  const double total = weights.sum();
  const auto count = static_cast<std::size_t>(weights.size());
  if (!(total > 0)) return random.below(count);
  double rest = random.uniform() * total;
  std::size_t last = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (weights[index(i)] <= 0) continue;
    last = i;
    rest -= weights[index(i)];
    if (rest < 0) break;
  }
  return last;
}

}  // namespace

Points plus_plus_centres(const Points& points, std::size_t count, Random& random, const Points& given) {
  Points centres(index(count), points.cols());
  Eigen::VectorXd nearest = Eigen::VectorXd::Constant(points.rows(), HUGE_VAL);
  for (Eigen::Index c = 0; c < centres.rows(); ++c) {
    if (c < given.rows()) {
      centres.row(c) = given.row(c);
    } else if (c == 0) {
      centres.row(c) = points.row(index(random.below(static_cast<std::uint64_t>(points.rows()))));
    } else {
      centres.row(c) = points.row(index(draw(nearest, random)));
    }
    nearest = nearest.cwiseMin((points.rowwise() - centres.row(c)).rowwise().squaredNorm());
  }
  return centres;
}

std::vector<std::uint32_t> nearest_centres(const Points& points, const Points& centres) {
  std::vector<std::uint32_t> nearest(static_cast<std::size_t>(points.rows()));
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    Eigen::Index best = 0;
    (centres.rowwise() - points.row(index(i))).rowwise().squaredNorm().minCoeff(&best);
    nearest[i] = static_cast<std::uint32_t>(best);
  }
  return nearest;
}

}  // namespace comac
