// SPDX-License-Identifier: MIT
#include "systems/k_means.hpp"

#include <algorithm>

#include "systems/seeding.hpp"

namespace comac {
namespace {

/// The nearest cluster of each row and what that costs.
struct Assignment {
  std::vector<std::uint32_t> cluster;
  std::vector<double> cost;
};

Assignment assign(const KMeans& problem, const Centres& centres) {
  const auto rows = static_cast<std::size_t>(problem.points.rows());
  Assignment result{std::vector<std::uint32_t>(rows), std::vector<double>(rows)};
  for (std::size_t i = 0; i < rows; ++i) {
    Eigen::Index best = 0;
    result.cost[i] = row_costs(problem, centres, i).minCoeff(&best);
    result.cluster[i] = static_cast<std::uint32_t>(best);
  }
  return result;
}

/// Gives each empty cluster the most expensive row of a cluster that can spare one.
void revive(Assignment& assignment, std::size_t clusters) {
  std::vector<std::size_t> sizes(clusters, 0);
  for (const auto c : assignment.cluster) ++sizes[c];
  for (std::uint32_t empty = 0; empty < clusters; ++empty) {
    if (sizes[empty] > 0) continue;
    std::size_t worst = SIZE_MAX;
    for (std::size_t i = 0; i < assignment.cost.size(); ++i) {
      if (sizes[assignment.cluster[i]] < 2) continue;
      if (worst == SIZE_MAX || assignment.cost[i] > assignment.cost[worst]) worst = i;
    }
    if (worst == SIZE_MAX) return;
    --sizes[assignment.cluster[worst]];
    ++sizes[empty];
    assignment.cluster[worst] = empty;
    assignment.cost[worst] = 0;
  }
}

double objective(const KMeans& problem, const Centres& centres, const std::vector<std::uint32_t>& cluster) {
  double sum = 0;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    sum += row_costs(problem, centres, i)[cluster[i]];
  }
  return sum;
}

class KMeansSystem final : public System {
 public:
  SystemInfo info() const override {
    return {"k-means", "k-means with partition-level side information", Uses::labels, "Liu, Fu 2015"};
  }

 private:
  Result run_allowed(const Task& task) const override {
    const Given given(task);
    const Points points = given.points();
    const Classes classes = cluster_classes(given, info().name);
    const double lambda = 100 * column_variances(points).sum();
    const KMeans problem{points, classes, given.clusters(), lambda};
    return best_of_restarts(given, [&](Restart& restart) { return minimise(problem, restart); });
  }
};

}  // namespace

Centres centres_of(const KMeans& problem, const std::vector<std::uint32_t>& cluster) {
  const auto clusters = index(problem.clusters);
  Centres centres{Points::Zero(clusters, problem.points.cols()),
                  Points::Zero(clusters, index(problem.classes.count))};
  Eigen::VectorXd rows = Eigen::VectorXd::Zero(clusters), labelled = Eigen::VectorXd::Zero(clusters);
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    centres.means.row(cluster[i]) += problem.points.row(index(i));
    rows[cluster[i]] += 1;
    if (!problem.classes.known(i)) continue;
    centres.label_means(cluster[i], problem.classes.of_row[i]) += 1;
    labelled[cluster[i]] += 1;
  }
  centres.means.array().colwise() /= rows.array().max(1);
  centres.label_means.array().colwise() /= labelled.array().max(1);
  return centres;
}

Eigen::VectorXd row_costs(const KMeans& problem, const Centres& centres, std::size_t row) {
  Eigen::VectorXd costs = (centres.means.rowwise() - problem.points.row(index(row))).rowwise().squaredNorm();
  if (!problem.classes.known(row)) return costs;
  const Eigen::RowVectorXd one_hot =
      Eigen::RowVectorXd::Unit(index(problem.classes.count), problem.classes.of_row[row]);
  costs += problem.lambda * (centres.label_means.rowwise() - one_hot).rowwise().squaredNorm();
  return costs;
}

Outcome minimise(const KMeans& problem, Restart& restart) {
  Outcome outcome;
  const Points seeds = plus_plus_centres(problem.points, problem.clusters, restart.random);
  outcome.cluster = nearest_centres(problem.points, seeds);
  Centres centres = centres_of(problem, outcome.cluster);
  descend(restart, {.iterations = 300}, outcome, [&] {
    Assignment assignment = assign(problem, centres);
    revive(assignment, problem.clusters);
    outcome.cluster = std::move(assignment.cluster);
    centres = centres_of(problem, outcome.cluster);
    return objective(problem, centres, outcome.cluster);
  });
  return outcome;
}

Outcome plain_k_means(const Points& points, std::size_t clusters, Restart& restart) {
  const Classes none{std::vector<std::uint32_t>(static_cast<std::size_t>(points.rows()), Classes::none), 0,
                     0};
  return minimise({points, none, clusters, 0}, restart);
}

namespace systems {

const System& k_means() { return the_system<KMeansSystem>(); }

}  // namespace systems
}  // namespace comac
