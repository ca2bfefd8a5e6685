// SPDX-License-Identifier: MIT
#include "systems/cec_ib/cec_ib.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "systems/restarts.hpp"
#include "systems/seeding.hpp"

namespace comac {
namespace {

/// A move must gain more than rounding can.
constexpr double least_gain = 1e-12;

/// Hartigan's search: rows in order, each moves at once to where E falls most.
class Search {
 public:
  Search(const CecProblem& problem, std::vector<std::uint32_t> start)
      : energy_(problem.points, problem.classes, problem.label_weight, problem.start_clusters),
        cluster_(std::move(start)),
        least_rows_(least_rows(problem.points)) {
    for (std::size_t row = 0; row < cluster_.size(); ++row) energy_.join(row, cluster_[row]);
    bury_small_clusters();
  }

  /// One pass over the rows; returns E.
  double sweep() {
    for (std::size_t row = 0; row < cluster_.size() && energy_.clusters() > 1; ++row) visit(row);
    return energy_.value();
  }

  double value() const { return energy_.value(); }
  const std::vector<std::uint32_t>& cluster() const { return cluster_; }

 private:
  struct Target {
    std::uint32_t cluster = 0;
    double delta = HUGE_VAL;
  };

  Target best_target(std::size_t row, std::size_t except) const {
    Target best;
    for (std::uint32_t c = 0; c < energy_.clusters(); ++c) {
      if (c == except) continue;
      const double delta = energy_.join_delta(row, c);
      if (delta < best.delta) best = {c, delta};
    }
    return best;
  }

  void visit(std::size_t row) {
    const std::uint32_t from = cluster_[row];
    const Target best = best_target(row, from);
    if (!(energy_.leave_delta(row, from) + best.delta < -least_gain)) return;
    energy_.leave(row, from);
    insert(row, best.cluster);
    if (energy_.size(from) < least_rows_) bury(from);
  }

  void insert(std::size_t row, std::uint32_t cluster) {
    energy_.join(row, cluster);
    cluster_[row] = cluster;
  }

  void bury_small_clusters() {
    while (energy_.clusters() > 1) {
      std::uint32_t smallest = 0;
      for (std::uint32_t c = 1; c < energy_.clusters(); ++c) {
        if (energy_.size(c) < energy_.size(smallest)) smallest = c;
      }
      if (energy_.size(smallest) >= least_rows_) return;
      bury(smallest);
    }
  }

  /// The last cluster takes no notice of its size.
  void bury(std::uint32_t dead) {
    if (energy_.clusters() == 1) return;
    energy_.remove_cluster(dead);
    std::vector<std::size_t> homeless;
    for (std::size_t row = 0; row < cluster_.size(); ++row) {
      if (cluster_[row] == dead) {
        homeless.push_back(row);
      } else if (cluster_[row] > dead) {
        --cluster_[row];
      }
    }
    for (const std::size_t row : homeless) insert(row, best_target(row, SIZE_MAX).cluster);
  }

  CecEnergy energy_;
  std::vector<std::uint32_t> cluster_;
  std::size_t least_rows_;
};

class CecIb final : public System {
 public:
  CecIb(std::string_view name, std::string_view summary, double label_weight)
      : name_(name), summary_(summary), label_weight_(label_weight) {}

  SystemInfo info() const override { return {name_, summary_, Uses::labels, "Smieja, Geiger 2017"}; }

 private:
  Result run_allowed(const Task& task) const override {
    const Given given(task);
    const Points points = given.points();
    const Classes classes = classes_of(given);
    const std::size_t start = std::min(2 * given.clusters(), task.table.rows);
    const CecProblem problem{points, classes, label_weight_, start};
    return best_of_restarts(given, [&](Restart& restart) { return minimise(problem, restart); });
  }

  std::string_view name_;
  std::string_view summary_;
  double label_weight_;
};

}  // namespace

std::size_t least_rows(const Points& points) {
  const auto share = static_cast<std::size_t>(std::ceil(0.05 * static_cast<double>(points.rows())));
  return std::max(share, static_cast<std::size_t>(points.cols()) + 2);
}

Outcome minimise(const CecProblem& problem, Restart& restart) {
  const Points seeds = plus_plus_centres(problem.points, problem.start_clusters, restart.random);
  Search search(problem, nearest_centres(problem.points, seeds));
  Outcome outcome;
  outcome.trace.push_back(search.value());
  descend(restart, {.iterations = 200}, outcome, [&] { return search.sweep(); });
  outcome.cluster = search.cluster();
  return outcome;
}

namespace systems {

const System& cec_ib_1() {
  static const CecIb system("cec-ib-1",
                            "cross-entropy clustering, trusts labels; finds its number of clusters", 1.0);
  return system;
}

const System& cec_ib_0() {
  static const CecIb system("cec-ib-0",
                            "cross-entropy clustering, labels as hints; finds its number of clusters",
                            1 + std::log(std::sqrt(1 - 2 / std::numbers::pi)) / std::numbers::ln2);
  return system;
}

}  // namespace systems
}  // namespace comac
