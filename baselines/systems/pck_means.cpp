// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "systems/group_means.hpp"
#include "systems/restarts.hpp"
#include "systems/seeding.hpp"

namespace comac {
namespace {

/// How many rows of each group each cluster holds, and what pairs that breaks. All pairs that follow from
/// must-links count, but none is ever listed.
class BrokenPairs {
 public:
  BrokenPairs(const Constraints& constraints, std::size_t clusters)
      : groups_(constraints.components), exclusive_(constraints.exclusive) {
    held_.setZero(index(groups_.count()), index(clusters));
  }

  void join(std::size_t row, std::uint32_t cluster) { held_(index(groups_.group_of(row)), cluster) += 1; }
  void leave(std::size_t row, std::uint32_t cluster) { held_(index(groups_.group_of(row)), cluster) -= 1; }

  /// Pairs that `row`, which is in no cluster, would break in each.
  Eigen::RowVectorXd of(std::size_t row) const {
    const std::size_t g = groups_.group_of(row);
    Eigen::RowVectorXd pairs = static_cast<double>(groups_.size(g) - 1) - held_.row(index(g)).array();
    for (const auto other : exclusive_.of(g)) pairs += held_.row(other);
    return pairs;
  }

  double total() const {
    double twice = 0;
    for (std::size_t g = 0; g < groups_.count(); ++g) {
      const auto held = held_.row(index(g));
      const double size = static_cast<double>(groups_.size(g));
      twice += size * size - held.squaredNorm();
      for (const auto other : exclusive_.of(g)) twice += held.dot(held_.row(other));
    }
    return twice / 2;
  }

 private:
  const Groups& groups_;
  const Adjacency& exclusive_;
  Points held_;  ///< groups x clusters
};

/// PCK-means (Basu, Banerjee, Mooney 2004): sum |x - m|^2 + penalty * (pairs broken).
class PckMeans {
 public:
  PckMeans(const Points& points, const Constraints& constraints, std::size_t clusters)
      : points_(points), constraints_(constraints), clusters_(clusters) {
    penalty_ = column_variances(points).sum();
  }

  Outcome minimise(Restart& restart) const {
    Outcome outcome;
    Points centres = start_centres(restart.random);
    const auto start = nearest_centres(group_means(points_, constraints_.components), centres);
    BrokenPairs broken(constraints_, clusters_);
    outcome.cluster.resize(constraints_.components.rows());
    for (std::size_t i = 0; i < outcome.cluster.size(); ++i) {
      outcome.cluster[i] = start[constraints_.components.group_of(i)];
      broken.join(i, outcome.cluster[i]);
    }
    std::vector<std::size_t> order(outcome.cluster.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    restart.random.shuffle(std::span(order));
    move_centres(points_, outcome.cluster, centres);
    descend(restart, {.iterations = 200}, outcome, [&] {
      for (const auto row : order) reassign(row, centres, broken, outcome.cluster);
      move_centres(points_, outcome.cluster, centres);
      return squared_error(points_, outcome.cluster, centres) + penalty_ * broken.total();
    });
    return outcome;
  }

 private:
  /// From the means of must-link groups; rows fill up where these are too few.
  Points start_centres(Random& random) const {
    const Groups& groups = constraints_.components;
    const Points means = group_means(points_, groups);
    Points known(0, points_.cols());
    for (std::size_t g = 0; g < groups.count(); ++g) {
      if (groups.size(g) < 2) continue;
      known.conservativeResize(known.rows() + 1, Eigen::NoChange);
      known.row(known.rows() - 1) = means.row(index(g));
    }
    const bool enough = known.rows() >= index(clusters_);
    return enough ? plus_plus_centres(known, clusters_, random)
                  : plus_plus_centres(points_, clusters_, random, known);
  }

  void reassign(std::size_t row, const Points& centres, BrokenPairs& broken,
                std::vector<std::uint32_t>& cluster) const {
    broken.leave(row, cluster[row]);
    const Eigen::VectorXd costs = (centres.rowwise() - points_.row(index(row))).rowwise().squaredNorm() +
                                  penalty_ * broken.of(row).transpose();
    for (std::uint32_t c = 0; c < clusters_; ++c) {
      if (costs[c] < costs[cluster[row]]) cluster[row] = c;
    }
    broken.join(row, cluster[row]);
  }

  const Points& points_;
  const Constraints& constraints_;
  std::size_t clusters_;
  double penalty_ = 0;
};

class PckMeansSystem final : public System {
 public:
  SystemInfo info() const override {
    return {"pck-means", "k-means with a price for each broken pair", Uses::pairs,
            "Basu, Banerjee, Mooney 2004"};
  }

 private:
  Result run_allowed(const Task& task) const override {
    const Given given(task);
    const Points points = given.points();
    const PckMeans problem(points, given.constraints, given.clusters());
    return best_of_restarts(given, [&](Restart& restart) { return problem.minimise(restart); });
  }
};

}  // namespace

namespace systems {

const System& pck_means() { return the_system<PckMeansSystem>(); }

}  // namespace systems
}  // namespace comac
