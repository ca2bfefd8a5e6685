// SPDX-License-Identifier: MIT
#include "systems/fc_means.hpp"

#include <cmath>

namespace comac {
namespace {

constexpr double ridge_share = 1e-6;
constexpr std::size_t most_rounds = 200;
constexpr double least_change = 1e-4;

class FcMeans final : public System {
 public:
  SystemInfo info() const override {
    return {"fc-means", "fuzzy c-means with partial supervision", Uses::labels, "Pedrycz, Waletzky 1997"};
  }

 private:
  Result run_allowed(const Task& task) const override {
    const Given given(task);
    const Points points = given.points();
    const Classes classes = cluster_classes(given, info().name);
    const FuzzyClusters problem(points, classes, given.clusters());
    return best_of_restarts(given, [&](Restart& restart) { return problem.minimise(restart); });
  }
};

}  // namespace

FuzzyClusters::FuzzyClusters(const Points& points, const Classes& classes, std::size_t clusters)
    : points_(points), classes_(classes), clusters_(clusters), ridge_(ridge(points, ridge_share)) {
  if (classes.labelled > 0) {
    trust_ = static_cast<double>(points.rows()) / static_cast<double>(classes.labelled);
  }
}

Points FuzzyClusters::random_memberships(Random& random) const {
  Points u(points_.rows(), index(clusters_));
  for (std::size_t i = 0; i < classes_.of_row.size(); ++i) {
    for (std::size_t k = 0; k < clusters_; ++k) {
      u(index(i), index(k)) = classes_.known(i) ? target(i, k) : random.uniform();
    }
    const double sum = u.row(index(i)).sum();
    if (sum > 0) u.row(index(i)) /= sum;
  }
  return u;
}

Points FuzzyClusters::weights(const Points& memberships) const {
  Points w = memberships.cwiseAbs2();
  for (std::size_t i = 0; i < classes_.of_row.size(); ++i) {
    if (!classes_.known(i)) continue;
    for (std::size_t k = 0; k < clusters_; ++k) {
      const double off = memberships(index(i), index(k)) - target(i, k);
      w(index(i), index(k)) += trust_ * off * off;
    }
  }
  return w;
}

Points FuzzyClusters::squared_distances(const Points& memberships) const {
  const Points w = weights(memberships);
  Points squared(points_.rows(), index(clusters_));
  for (Eigen::Index k = 0; k < squared.cols(); ++k) {
    const double total = w.col(k).sum();
    // A cluster without any weight sits in the middle of the data.
    const Eigen::VectorXd share =
        total > 0 ? Eigen::VectorXd(w.col(k) / total)
                  : Eigen::VectorXd::Constant(w.rows(), 1.0 / static_cast<double>(w.rows()));
    const Eigen::RowVectorXd centre = share.transpose() * points_;
    const Points offsets = (points_.rowwise() - centre).cwiseAbs2();
    const Eigen::ArrayXd variance = (share.transpose() * offsets + ridge_).array();
    const Eigen::VectorXd metric = std::exp(variance.log().mean()) / variance;
    squared.col(k) = offsets * metric;
  }
  return squared;
}

Points FuzzyClusters::memberships(const Points& squared_distances) const {
  Points u(points_.rows(), index(clusters_));
  for (std::size_t i = 0; i < classes_.of_row.size(); ++i) {
    const auto d = squared_distances.row(index(i));
    auto row = u.row(index(i));
    if (d.minCoeff() > 0) {
      row = d.cwiseInverse();
    } else {
      row = (d.array() == 0).cast<double>();
    }
    row /= row.sum();
    if (!classes_.known(i)) continue;
    for (std::size_t k = 0; k < clusters_; ++k) {
      row[index(k)] = (row[index(k)] + trust_ * target(i, k)) / (1 + trust_);
    }
  }
  return u;
}

double FuzzyClusters::objective(const Points& memberships, const Points& squared_distances) const {
  return weights(memberships).cwiseProduct(squared_distances).sum();
}

Outcome FuzzyClusters::minimise(Restart& restart) const {
  Outcome outcome;
  Points u = random_memberships(restart.random);
  for (std::size_t round = 0; round < most_rounds && !restart.stopped() && !outcome.converged; ++round) {
    const Points distances = squared_distances(u);
    const Points next = memberships(distances);
    outcome.trace.push_back(objective(next, distances));
    outcome.converged = (next - u).cwiseAbs().maxCoeff() < least_change;
    u = next;
  }
  if (!outcome.trace.empty()) outcome.objective = outcome.trace.back();
  outcome.cluster = greatest_columns(u);
  return outcome;
}

namespace systems {

const System& fc_means() { return the_system<FcMeans>(); }

}  // namespace systems
}  // namespace comac
