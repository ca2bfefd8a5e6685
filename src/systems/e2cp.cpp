// SPDX-License-Identifier: MIT
#include "systems/e2cp.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.hpp"
#include "chain/gaussian_chain.hpp"
#include "systems/diffusion.hpp"
#include "systems/matrices.hpp"
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
    const auto& options = task.options;
    ProgressGate gate(task.progress);
    const auto [chain, sigma] = gaussian_chain(given.table, options.chain.neighbours, options.threads, gate);
    SquareMatrix graph =
        adjust_similarities(chain, propagate_pairs(chain, given.constraints, spreading, options.threads));
    normalise_graph(graph, options.threads);
    Result result = spectral_clusters(given, graph);
    result.sigma = sigma;
    return result;
  }
};

}  // namespace

SquareMatrix propagate_pairs(const DenseChain& chain, const Constraints& constraints, double a,
                             std::size_t threads) {
  const auto n = index(chain.states());
  SquareMatrix f(chain.states());
  Eigen::Map<Points> values(f.row(0), n, n);
  const auto groups = constrained_groups(constraints);
  if (groups.empty()) {
    values.setZero();
    return f;
  }
  const Points spread = Diffusion(chain, threads).spread(indicators(constraints.components, groups), a);
  const Points weighted = spread * between_groups(constraints.exclusive, groups);
  parallel_for(chain.states(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    const auto first = index(begin), count = index(end - begin);
    values.block(first, 0, count, index(end)).noalias() =
        weighted.middleRows(first, count) * spread.topRows(index(end)).transpose();
  });
  values.triangularView<Eigen::StrictlyUpper>() = values.transpose();
  values /= std::max(values.maxCoeff(), -values.minCoeff());
  return f;
}

SquareMatrix adjust_similarities(const DenseChain& chain, SquareMatrix f) {
  const double scale = 1 / chain.from(0)[0];  // a row's similarity with itself is 1
  for (std::size_t i = 0; i < f.size(); ++i) {
    for (std::size_t j = 0; j < f.size(); ++j) {
      const double w = scale * chain.from(i)[j], spread = f(i, j);
      f.row(i)[j] = spread >= 0 ? 1 - (1 - spread) * (1 - w) : (1 + spread) * w;
    }
  }
  return f;
}

namespace systems {

const System& e2cp() { return the_system<E2cp>(); }

}  // namespace systems
}  // namespace comac
