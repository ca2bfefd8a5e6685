// SPDX-License-Identifier: MIT
#include "systems/d_graph/d_graph.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

#include "base/progress_gate.hpp"
#include "base/random.hpp"
#include "systems/d_graph/features.hpp"
#include "systems/d_graph/lbfgs.hpp"
#include "systems/k_means.hpp"
#include "systems/pairs.hpp"

namespace comac {
namespace {

constexpr std::size_t most_pairs = 2000;  // labels imply many more than there is to learn from
constexpr std::size_t most_landmarks = 100;
constexpr std::size_t parts = 5, least_pairs = 6;
constexpr std::size_t iterations = 100, iterations_to_choose = 30;
constexpr double sure = 4;  // what a coefficient of the start tells one cluster from the next by
constexpr std::uint64_t pairs_stream = 1000, landmarks_stream = 1001,
                        parts_stream = 1002;  // restarts have 0, 1, ...

/// All pairs that follow from what is known, or a random part of them.
std::vector<RowPair> sampled_pairs(const Constraints& constraints, Random random) {
  std::vector<RowPair> pairs;
  std::size_t seen = 0;
  for_each_pair(constraints, [&](std::uint32_t i, std::uint32_t j, LinkKind kind) {
    const RowPair pair{i, j, kind == LinkKind::must ? 1.0 : -1.0};
    if (++seen <= most_pairs) {
      pairs.push_back(pair);
    } else if (const auto at = random.below(seen); at < most_pairs) {
      pairs[at] = pair;
    }
  });
  return pairs;
}

/// Coefficients whose probabilities are near a partition: least squares on its indicators.
Eigen::VectorXd coefficients_of(const std::vector<std::uint32_t>& cluster, const Points& features,
                                std::size_t clusters) {
  const Eigen::Index m = features.cols();
  Points wanted = sure * one_hot(cluster, clusters);
  const Eigen::RowVectorXd mean = wanted.colwise().mean();
  wanted.rowwise() -= mean;
  Eigen::MatrixXd gram = features.transpose() * features;
  gram.diagonal().array() += 1e-3 * static_cast<double>(features.rows());
  Eigen::MatrixXd coefficients(m + 1, index(clusters));
  coefficients.topRows(m) = gram.ldlt().solve(features.transpose() * wanted);
  coefficients.row(m) = mean;
  return coefficients.reshaped();
}

Eigen::VectorXd fit(const DGraphProblem& problem, const DGraphSetup& setup, Restart& restart,
                    std::size_t steps, Outcome& outcome) {
  const auto start = plain_k_means(*setup.features, problem.clusters, restart).cluster;
  Lbfgs search(DGraphObjective(*setup.features, problem.clusters, problem.pairs, problem.near, setup.weights),
               coefficients_of(start, *setup.features, problem.clusters));
  outcome.trace.push_back(search.value());
  descend(restart, {.iterations = steps, .tolerance = 1e-7}, outcome, [&] { return search.step(); });
  return search.at();
}

/// What is predicted of the pairs that touch a part of the rows, learned from the others.
double predicted(const DGraphProblem& problem, const DGraphSetup& setup,
                 const std::vector<std::size_t>& part_of_row, std::size_t part, std::uint64_t seed) {
  DGraphProblem rest{problem.clusters, {}, problem.near};
  std::vector<RowPair> left_out;
  for (const RowPair& pair : problem.pairs) {
    const bool touched = part_of_row[pair.first] == part || part_of_row[pair.second] == part;
    (touched ? left_out : rest.pairs).push_back(pair);
  }
  Restart restart{Random(seed, 0), [] { return false; }};
  Outcome outcome;
  const Eigen::VectorXd found = fit(rest, setup, restart, iterations_to_choose, outcome);
  const DGraphObjective objective(*setup.features, problem.clusters, rest.pairs, rest.near, setup.weights);
  return expected_share(objective.probabilities(found), left_out);
}

class DGraph final : public System {
 public:
  SystemInfo info() const override {
    return {"d-graph",   "discriminative clustering: a softmax that keeps pairs, and near rows together",
            Uses::pairs, "Smieja, Myronov, Tabor 2018",
            10,          false,
            "neighbours"};
  }

 private:
  Result run_allowed(const Task& task) const override {
    const Given given(task);
    const auto& options = task.options;
    const Points points = given.points();
    const Points linear = linear_features(points);
    const Points kernel = kernel_features(points, most_landmarks, Random(options.seed, landmarks_stream));
    const DGraphProblem problem{given.clusters(),
                                sampled_pairs(given.constraints, Random(options.seed, pairs_stream)),
                                near_pairs(given.table, options.chain.neighbour_count(), options.threads)};
    std::vector<DGraphSetup> setups;
    for (const double graph : {1.0, 0.2}) {
      for (const Points* features : {&linear, &kernel}) setups.push_back({features, {graph, 1e-3}});
    }
    ProgressGate gate(task.progress);
    const std::size_t chosen = choose_setup(problem, setups, options.seed, [&] {
      return gate.report({"choose", 0});
    });
    return best_of_restarts(given,
                            [&](Restart& restart) { return minimise(problem, setups[chosen], restart); });
  }
};

}  // namespace

Outcome minimise(const DGraphProblem& problem, const DGraphSetup& setup, Restart& restart) {
  Outcome outcome;
  const Eigen::VectorXd found = fit(problem, setup, restart, iterations, outcome);
  const DGraphObjective objective(*setup.features, problem.clusters, problem.pairs, problem.near,
                                  setup.weights);
  outcome.cluster = greatest_columns(objective.probabilities(found));
  return outcome;
}

std::size_t choose_setup(const DGraphProblem& problem, const std::vector<DGraphSetup>& setups,
                         std::uint64_t seed, const std::function<bool()>& stopped) {
  if (problem.pairs.size() < least_pairs || problem.clusters < 2) return 0;
  std::vector<std::size_t> part_of_row(static_cast<std::size_t>(setups.front().features->rows()));
  for (std::size_t r = 0; r < part_of_row.size(); ++r) part_of_row[r] = r % parts;
  Random(seed, parts_stream).shuffle(std::span(part_of_row));
  std::size_t best = 0;
  double most = -1;
  for (std::size_t s = 0; s < setups.size(); ++s) {
    double share = 0;
    for (std::size_t part = 0; part < parts; ++part) {
      if (stopped()) return best;
      share += predicted(problem, setups[s], part_of_row, part, seed);
    }
    if (share > most + 1e-9) {
      most = share;
      best = s;
    }
  }
  return best;
}

namespace systems {

const System& d_graph() { return the_system<DGraph>(); }

}  // namespace systems
}  // namespace comac
