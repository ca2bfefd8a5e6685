// SPDX-License-Identifier: MIT
#include "comac/systems/seeding.hpp"

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

std::vector<std::size_t> plus_plus_rows(const Points& points, std::size_t count, Random& random) {
  Eigen::VectorXd nearest = Eigen::VectorXd::Constant(points.rows(), HUGE_VAL);
  std::vector<std::size_t> chosen;
  while (chosen.size() < count) {
    const std::size_t row =
        chosen.empty() ? random.below(static_cast<std::uint64_t>(points.rows())) : draw(nearest, random);
    chosen.push_back(row);
    nearest = nearest.cwiseMin((points.rowwise() - points.row(index(row))).rowwise().squaredNorm());
  }
  return chosen;
}

Points select_rows(const Points& points, const std::vector<std::size_t>& rows) {
  Points selected(index(rows.size()), points.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) selected.row(index(i)) = points.row(index(rows[i]));
  return selected;
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
