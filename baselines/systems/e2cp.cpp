// SPDX-License-Identifier: MIT
#include "systems/e2cp.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/progress_gate.hpp"
#include "neighbours/distances.hpp"
#include "systems/diffusion.hpp"
#include "systems/matrices.hpp"
#include "systems/neighbour_graph.hpp"
#include "systems/spectral.hpp"

namespace comac {
namespace {

constexpr double spreading = 0.2;  // a of Lu & Ip
constexpr std::size_t rows_at_once = 256;

/// The groups under constraints: those of several rows and those that exclude others.
std::vector<std::uint32_t> constrained_groups(const Constraints& constraints) {
  std::vector<std::uint32_t> groups;
  for (std::uint32_t g = 0; g < constraints.components.count(); ++g) {
    if (constraints.components.size(g) > 1 || !constraints.exclusive.of(g).empty()) groups.push_back(g);
  }
  return groups;
}

/// U: which rows each of these groups has.
Points indicators(const Groups& all, const std::vector<std::uint32_t>& groups) {
  Points u = Points::Zero(index(all.rows()), index(groups.size()));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const auto row : all.members(groups[g])) u(row, index(g)) = 1;
  }
  return u;
}

/// M, by which Z = U M U^T: 1 for a group with itself, -1 for groups that exclude one another.
Points between_groups(const Adjacency& exclusive, const std::vector<std::uint32_t>& groups) {
  Points m = Points::Identity(index(groups.size()), index(groups.size()));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const auto other : exclusive.of(groups[g])) {
      m(index(g), std::ranges::lower_bound(groups, other) - groups.begin()) = -1;
    }
  }
  return m;
}

class E2cp final : public System {
 public:
  SystemInfo info() const override {
    return {
        "e2cp",      "spectral clustering of similarities adjusted by constraints that spread over the graph",
        Uses::pairs, "Lu & Ip 2010",
        10,          false,
        "neighbours"};
  }

 private:
  Result run_allowed(const Task& task) const override {
    require_matrices(task, info().name, 3);
    const Given given(task);
    const std::size_t threads = task.options.threads;
    const DenseChain chain = neighbour_chain(given.table, task.options.chain.neighbour_count(), threads);
    ProgressGate gate(task.progress);
    const StopCheck stop = [&] { return gate.report({"constraints", 0}); };
    SquareMatrix graph = adjust_similarities(
        chain.weights(), propagate_pairs(chain, given.constraints, spreading, threads, stop));
    normalise_graph(graph, threads);
    return spectral_clusters(given, graph);
  }
};

}  // namespace

DenseChain neighbour_chain(const Table& table, std::size_t neighbours, std::size_t threads) {
  const std::size_t n = table.rows;
  const auto nearest = nearest_rows(table, neighbours, threads);
  const Distances distances(table);
  SquareMatrix weights(n);
  std::fill(weights.row(0), weights.row(0) + n * n, 0.0);
  std::vector<double> square(n), mass(n, 0);
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    distances.from(i, 0, square);
    const double reach = nearest[i].empty() ? 0 : square[nearest[i].back()];
    for (const auto j : nearest[i]) {
      const double half = (square[j] > 0 ? std::exp(-square[j] / reach) : 1) / 2;
      weights.row(i)[j] += half;
      weights.row(j)[i] += half;
      mass[i] += half, mass[j] += half;
      total += 2 * half;
    }
  }
  if (total == 0) return DenseChain::reversible(std::move(weights), std::move(mass));  // a single row
  for (double& value : mass) value /= total;
  return DenseChain::reversible(std::move(weights), std::move(mass), 1 / total);
}

SquareMatrix propagate_pairs(const DenseChain& chain, const Constraints& constraints, double a,
                             std::size_t threads, const StopCheck& stop) {
  const auto n = index(chain.states());
  SquareMatrix f(chain.states());
  Eigen::Map<Points> values(f.row(0), n, n);
  const auto groups = constrained_groups(constraints);
  if (groups.empty()) {
    values.setZero();
    return f;
  }
  const Points spread = Diffusion(chain, threads, stop).spread(indicators(constraints.components, groups), a);
  const Points weighted = product(PointsView(spread.data(), spread.rows(), spread.cols()),
                                  between_groups(constraints.exclusive, groups), threads, stop);
  parallel_for(chain.states(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    throw_if_stopped(stop);
    const auto first = index(begin), count = index(end - begin);
    values.block(first, 0, count, index(end)).noalias() =
        weighted.middleRows(first, count) * spread.topRows(index(end)).transpose();
  });
  values.triangularView<Eigen::StrictlyUpper>() = values.transpose();
  values /= std::max(values.maxCoeff(), -values.minCoeff());
  return f;
}

SquareMatrix adjust_similarities(const SquareMatrix& weights, SquareMatrix f) {
  for (std::size_t i = 0; i < f.size(); ++i) {
    for (std::size_t j = 0; j < f.size(); ++j) {
      const double w = weights(i, j), spread = f(i, j);
      f.row(i)[j] = spread >= 0 ? 1 - (1 - spread) * (1 - w) : (1 + spread) * w;
    }
    f.row(i)[i] = 0;
  }
  return f;
}

namespace systems {

const System& e2cp() { return the_system<E2cp>(); }

}  // namespace systems
}  // namespace comac
