// SPDX-License-Identifier: MIT
#include "systems/spec.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.hpp"
#include "chain/gaussian_chain.hpp"
#include "neighbours/distances.hpp"
#include "prep/scale.hpp"
#include "systems/matrices.hpp"
#include "systems/pairs.hpp"
#include "systems/spectral.hpp"

namespace comac {
namespace {

constexpr double share_of_constraints = 0.3;

class Spec final : public System {
 public:
  SystemInfo info() const override {
    return {"spec", "spectral clustering with constraints in the affinity and as a penalty", Uses::pairs,
            "Qian et al. 2016", 10};
  }

 private:
  Result run_allowed(const Task& task) const override {
    require_matrices(task, info().name, 1);
    const Given given(task);
    const std::size_t threads = task.options.threads;
    return spectral_clusters(given, spec_matrix(spec_affinity(given.table, given.constraints, threads),
                                                given.constraints, threads));
  }
};

}  // namespace

SquareMatrix spec_affinity(const Table& table, const Constraints& constraints, std::size_t threads) {
  const Distances distances(zscore(table));
  SquareMatrix affinity(table.rows);
  parallel_for(table.rows, 16, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      distances.from(i, 0, {affinity.row(i), table.rows});
      gaussian_kernel(affinity.row(i), table.rows, 2);
      affinity.row(i)[i] = 0;
    }
  });
  for_each_pair(constraints, [&](std::uint32_t i, std::uint32_t j, LinkKind kind) {
    affinity.row(i)[j] = affinity.row(j)[i] = kind == LinkKind::must ? 1 : 0;
  });
  return affinity;
}

SquareMatrix spec_matrix(SquareMatrix affinity, const Constraints& constraints, std::size_t threads) {
  const std::size_t n = affinity.size();
  std::vector<double> links(n, 0);
  for_each_pair(constraints, [&](std::uint32_t i, std::uint32_t j, LinkKind) { ++links[i], ++links[j]; });
  SquareMatrix matrix = std::move(affinity);
  normalise_graph(matrix, threads);
  // I - S = .7 D^-1/2 W D^-1/2 + .3 (I - P); I - P is 1 on the diagonal of rows without links, else 0.
  std::for_each(matrix.row(0), matrix.row(0) + n * n,
                [](double& value) { value *= 1 - share_of_constraints; });
  for (std::size_t i = 0; i < n; ++i) {
    if (links[i] == 0) matrix.row(i)[i] += share_of_constraints;
  }
  for_each_pair(constraints, [&](std::uint32_t i, std::uint32_t j, LinkKind kind) {
    const double value = share_of_constraints / std::sqrt(links[i] * links[j]);
    const double signed_value = kind == LinkKind::must ? value : -value;
    matrix.row(i)[j] += signed_value;
    matrix.row(j)[i] += signed_value;
  });
  return matrix;
}

namespace systems {

const System& spec() { return the_system<Spec>(); }

}  // namespace systems
}  // namespace comac
