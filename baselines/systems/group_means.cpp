// SPDX-License-Identifier: MIT
#include "systems/group_means.hpp"

namespace comac {

Points group_means(const Points& points, const Groups& groups) {
  Points means = Points::Zero(index(groups.count()), points.cols());
  for (std::size_t g = 0; g < groups.count(); ++g) {
    for (const auto row : groups.members(g)) means.row(index(g)) += points.row(row);
    means.row(index(g)) /= static_cast<double>(groups.size(g));
  }
  return means;
}

void move_centres(const Points& points, const std::vector<std::uint32_t>& cluster, Points& centres) {
  Points sums = Points::Zero(centres.rows(), centres.cols());
  Eigen::VectorXd rows = Eigen::VectorXd::Zero(centres.rows());
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    sums.row(cluster[i]) += points.row(index(i));
    rows[cluster[i]] += 1;
  }
  for (Eigen::Index c = 0; c < centres.rows(); ++c) {
    if (rows[c] > 0) centres.row(c) = sums.row(c) / rows[c];
  }
}

double squared_error(const Points& points, const std::vector<std::uint32_t>& cluster, const Points& centres) {
  double sum = 0;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    sum += (points.row(index(i)) - centres.row(cluster[i])).squaredNorm();
  }
  return sum;
}

}  // namespace comac
