// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <utility>

#include "constraints/colouring.hpp"
#include "constraints/feasibility.hpp"
#include "systems/group_means.hpp"
#include "systems/restarts.hpp"
#include "systems/seeding.hpp"

namespace comac {
namespace {

constexpr std::uint32_t open = UINT32_MAX;

/// COP-k-means (Wagstaff et al. 2001): each must-link group goes to the nearest centre whose cluster holds no
/// group that it excludes. Where there is none, to the one with the fewest such rows; what is then broken at
/// the end is mended by a colouring that breaks nothing, if there is one.
class CopKMeans {
 public:
  CopKMeans(const Points& points, const Constraints& constraints, std::size_t clusters)
      : points_(points),
        groups_(constraints.components),
        exclusive_(constraints.exclusive),
        clusters_(clusters),
        means_(group_means(points, groups_)),
        feasible_(try_colouring(exclusive_, clusters).colours) {}

  Outcome minimise(Restart& restart) const {
    Outcome outcome;
    Points centres = plus_plus_centres(points_, clusters_, restart.random);
    const std::vector<std::uint32_t> order = constrained_first(restart.random);
    std::vector<std::uint32_t> cluster_of_group;
    descend(restart, {.iterations = 200}, outcome, [&] {
      cluster_of_group = assign(centres, order);
      outcome.broken = broken(cluster_of_group);
      return move(cluster_of_group, centres, outcome);
    });
    if (outcome.broken > 0 && feasible_) {  // it stays counted: a restart that needs no mending is preferred
      cluster_of_group =
          repaired_colouring(groups_, exclusive_, clusters_, std::move(cluster_of_group), &*feasible_);
      outcome.trace.push_back(outcome.objective = move(cluster_of_group, centres, outcome));
    }
    return outcome;
  }

 private:
  /// Gives the rows the clusters of their groups and moves the centres; returns the squared error.
  double move(const std::vector<std::uint32_t>& cluster_of_group, Points& centres, Outcome& outcome) const {
    outcome.cluster.resize(groups_.rows());
    for (std::size_t i = 0; i < groups_.rows(); ++i)
      outcome.cluster[i] = cluster_of_group[groups_.group_of(i)];
    move_centres(points_, outcome.cluster, centres);
    return squared_error(points_, outcome.cluster, centres);
  }

  /// In random order; groups that exclude others choose before those that take what is nearest anyway.
  std::vector<std::uint32_t> constrained_first(Random& random) const {
    std::vector<std::uint32_t> order(groups_.count());
    std::iota(order.begin(), order.end(), 0U);
    const auto rest = std::stable_partition(order.begin(), order.end(),
                                            [&](std::uint32_t g) { return !exclusive_.of(g).empty(); });
    random.shuffle(std::span(order.begin(), rest));
    return order;
  }

  std::vector<std::uint32_t> assign(const Points& centres, const std::vector<std::uint32_t>& order) const {
    std::vector<std::uint32_t> cluster(groups_.count(), open);
    std::vector<std::size_t> conflicts(clusters_);
    for (const auto g : order) {
      std::ranges::fill(conflicts, 0);
      for (const auto other : exclusive_.of(g)) {
        if (cluster[other] != open) conflicts[cluster[other]] += groups_.size(other);
      }
      const std::size_t fewest = *std::ranges::min_element(conflicts);
      const Eigen::VectorXd distances = (centres.rowwise() - means_.row(g)).rowwise().squaredNorm();
      for (std::uint32_t c = 0; c < clusters_; ++c) {
        if (conflicts[c] != fewest) continue;
        if (cluster[g] == open || distances[c] < distances[cluster[g]]) cluster[g] = c;
      }
    }
    return cluster;
  }

  std::size_t broken(const std::vector<std::uint32_t>& cluster) const {
    std::size_t count = 0;
    for (std::uint32_t g = 0; g < cluster.size(); ++g) {
      for (const auto other : exclusive_.of(g)) count += other > g && cluster[other] == cluster[g] ? 1 : 0;
    }
    return count;
  }

  const Points& points_;
  const Groups& groups_;
  const Adjacency& exclusive_;
  std::size_t clusters_;
  Points means_;
  Colours feasible_;
};

class CopKMeansSystem final : public System {
 public:
  SystemInfo info() const override {
    return {"cop-k-means", "k-means that never breaks a link if there is a way", Uses::pairs,
            "Wagstaff, Cardie, Rogers, Schroedl 2001"};
  }

 private:
  Result run_allowed(const Task& task) const override {
    const Given given(task);
    const Points points = given.points();
    const CopKMeans problem(points, given.constraints, given.clusters());
    return best_of_restarts(given, [&](Restart& restart) { return problem.minimise(restart); });
  }
};

}  // namespace

namespace systems {

const System& cop_k_means() { return the_system<CopKMeansSystem>(); }

}  // namespace systems
}  // namespace comac
