// SPDX-License-Identifier: MIT
#include "systems/c_gmm/c_gmm.hpp"

#include <cmath>

#include "systems/k_means.hpp"
#include "systems/side.hpp"

namespace comac {
namespace {

/// Large enough that no component shrinks onto a few rows and wins by likelihood.
constexpr double ridge_share = 1e-3;
/// Finite logarithms for components that nothing belongs to.
constexpr double least_alpha = 1e-12;

class CGmm final : public System {
 public:
  SystemInfo info() const override {
    return {"c-gmm", "Gaussian mixture with full covariances under must-links and cannot-links", Uses::pairs,
            "Shental, Bar-Hillel, Hertz, Weinshall 2004"};
  }

 private:
  Result run_allowed(const Task& task) const override {
    const Given given(task);
    const Points points = given.points();
    const ConstrainedMixture mixture(points, given.constraints, given.clusters());
    return best_of_restarts(given, [&](Restart& restart) { return mixture.fit(restart); });
  }
};

}  // namespace

ConstrainedMixture::ConstrainedMixture(const Points& points, const Constraints& constraints,
                                       std::size_t components)
    : points_(points),
      groups_(constraints.components),
      components_(components),
      network_(constraints.exclusive, components),
      ridge_(ridge(points, ridge_share)) {}

ConstrainedMixture::Parameters ConstrainedMixture::maximise(const Points& row_weights) const {
  Parameters parameters{Eigen::VectorXd::Zero(index(components_)), {}};
  for (std::size_t g = 0; g < groups_.count(); ++g) {
    for (const auto row : groups_.members(g)) {
      parameters.alpha += row_weights.row(row).transpose() / static_cast<double>(groups_.size(g));
    }
  }
  parameters.alpha = (parameters.alpha / static_cast<double>(groups_.count())).cwiseMax(least_alpha);
  for (Eigen::Index k = 0; k < index(components_); ++k) {
    Moments m = moments(points_, row_weights.col(k));
    if (!(m.weight > 0)) m = moments(points_, Eigen::VectorXd::Ones(points_.rows()));
    Eigen::MatrixXd covariance = m.scatter / m.weight;
    covariance.diagonal() += ridge_.transpose();
    parameters.densities.emplace_back(std::move(m.mean), covariance);
  }
  return parameters;
}

Points ConstrainedMixture::log_weights(const Parameters& parameters) const {
  Points logs(index(groups_.count()), index(components_));
  logs.rowwise() = parameters.alpha.array().log().matrix().transpose();
  for (Eigen::Index k = 0; k < index(components_); ++k) {
    const Eigen::VectorXd densities =
        parameters.densities[static_cast<std::size_t>(k)].log_densities(points_);
    for (std::size_t row = 0; row < groups_.rows(); ++row) {
      logs(index(groups_.group_of(row)), k) += densities[index(row)];
    }
  }
  return logs;
}

Points ConstrainedMixture::row_weights(const Points& marginals) const {
  Points rows(points_.rows(), index(components_));
  for (std::size_t i = 0; i < groups_.rows(); ++i) rows.row(index(i)) = marginals.row(groups_.group_of(i));
  return rows;
}

Outcome ConstrainedMixture::fit(Restart& restart) const {
  Outcome outcome;
  Points weights = one_hot(plain_k_means(points_, components_, restart).cluster, components_);
  Inference inference;
  const Descent descent{.iterations = 200, .tolerance = 1e-5 * static_cast<double>(groups_.rows())};
  descend(restart, descent, outcome, [&] {
    inference = network_.infer(log_weights(maximise(weights)));
    weights = row_weights(inference.marginals);
    return -inference.log_sum;
  });
  if (inference.best.empty()) return outcome;
  outcome.cluster.resize(groups_.rows());
  for (std::size_t i = 0; i < groups_.rows(); ++i) outcome.cluster[i] = inference.best[groups_.group_of(i)];
  return outcome;
}

namespace systems {

const System& c_gmm() { return the_system<CGmm>(); }

}  // namespace systems
}  // namespace comac
