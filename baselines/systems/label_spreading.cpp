// SPDX-License-Identifier: MIT
#include "systems/label_spreading.hpp"

#include <algorithm>
#include <limits>

#include "chain/gaussian_chain.hpp"
#include "neighbours/distances.hpp"
#include "systems/diffusion.hpp"
#include "systems/matrices.hpp"
#include "systems/restarts.hpp"

namespace comac {
namespace {

constexpr double spreading = 0.2;       // a
constexpr double least_reached = 1e-9;  // of the largest entry of F; less than that is the solver's rounding

/// The class of the nearest labelled row, the first of equals.
std::uint32_t nearest_class(const Distances& distances, const Classes& classes, std::size_t row) {
  std::vector<double> distance(distances.rows());
  distances.from(row, 0, distance);
  std::size_t nearest = SIZE_MAX;
  for (std::size_t i = 0; i < distance.size(); ++i) {
    if (!classes.known(i)) continue;
    if (nearest == SIZE_MAX || distance[i] < distance[nearest]) nearest = i;
  }
  return classes.of_row[nearest];
}

class LabelSpreading final : public System {
 public:
  SystemInfo info() const override {
    return {"label-spreading",
            "labels spread over the similarity graph; needs a label for each class to find",
            Uses::labels,
            "Zhou et al. 2004",
            1,
            true};
  }

 private:
  Result run_allowed(const Task& task) const override {
    require_matrices(task, info().name, 1);
    Options once = task.options;
    once.search.restarts = 1;
    const Task single{task.table, task.known, once, task.progress};
    const Given given(single);
    const Classes classes = cluster_classes(given, info().name);
    return best_of_restarts(given, [&](Restart&) {
      ProgressGate gate(task.progress);
      const auto [chain, sigma] =
          gaussian_chain(given.table, once.chain.neighbour_count(), once.threads, gate);
      Outcome outcome;
      outcome.cluster = spread_labels(chain, given.table, classes, once.threads);
      outcome.converged = true;
      return outcome;
    });
  }
};

}  // namespace

std::vector<std::uint32_t> spread_labels(const DenseChain& chain, const Table& table, const Classes& classes,
                                         std::size_t threads) {
  const Points f = Diffusion(chain, threads).spread(one_hot(classes.of_row, classes.count), spreading);
  const double reached = least_reached * f.maxCoeff();
  const Distances distances(table);
  std::vector<std::uint32_t> cluster(table.rows);
  for (std::size_t i = 0; i < table.rows; ++i) {
    Eigen::Index best = 0;
    const double most = f.row(index(i)).maxCoeff(&best);
    cluster[i] = most > reached ? static_cast<std::uint32_t>(best) : nearest_class(distances, classes, i);
  }
  return cluster;
}

namespace systems {

const System& label_spreading() { return the_system<LabelSpreading>(); }

}  // namespace systems
}  // namespace comac
