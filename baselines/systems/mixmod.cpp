// SPDX-License-Identifier: MIT
#include "systems/mixmod.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "comac/base/error.hpp"
#include "systems/gaussian.hpp"
#include "systems/restarts.hpp"

namespace comac {
namespace {

constexpr double ridge_share = 1e-6;
/// Of the volume of all rows: no component shrinks onto a few rows and wins by likelihood.
constexpr double least_volume_share = 1e-3;
constexpr int inner_rounds = 5;
constexpr std::size_t short_runs = 50;
constexpr std::size_t short_iterations = 5;
constexpr Descent long_run{.iterations = 200, .tolerance = 1e-3};

/// |A|^(1/d)
double scale_of(const Eigen::MatrixXd& matrix) {
  return std::exp(log_determinant(Eigen::LLT<Eigen::MatrixXd>(matrix)) / static_cast<double>(matrix.rows()));
}

/// The start of greatest likelihood after a few iterations.
Mixture best_short_run(const MixtureEm& em, Restart& restart) {
  Mixture best;
  double greatest = -HUGE_VAL;
  for (std::size_t run = 0; run < short_runs && !(run > 0 && restart.stopped()); ++run) {
    Mixture mixture = em.random_start(restart.random);
    Points posteriors;
    for (std::size_t i = 0; i < short_iterations; ++i) {
      em.expect(mixture, posteriors);
      mixture = em.maximise(mixture, posteriors);
    }
    const double likelihood = em.expect(mixture, posteriors);
    if (run > 0 && !(likelihood > greatest)) continue;
    best = std::move(mixture);
    greatest = likelihood;
  }
  return best;
}

Outcome fit(const MixtureEm& em, Restart& restart) {
  Outcome outcome;
  Mixture mixture = best_short_run(em, restart);
  Points posteriors;
  double likelihood = em.expect(mixture, posteriors);
  descend(restart, long_run, outcome, [&] {
    mixture = em.maximise(mixture, posteriors);
    likelihood = em.expect(mixture, posteriors);
    return -likelihood;
  });
  outcome.objective = -likelihood;
  outcome.cluster = em.most_probable(posteriors);
  return outcome;
}

class Mixmod final : public System {
 public:
  SystemInfo info() const override {
    return {"mixmod",
            "Gaussian mixture whose covariances differ in size only; labels of all K classes, or none",
            Uses::labels, "Lebret et al. 2015 (Rmixmod)", 1};
  }

 private:
  Result run_allowed(const Task& task) const override {
    const Given given(task);
    const Points points = given.points();
    const Classes classes = cluster_classes(given, info().name);
    require_all_classes(classes, given.clusters());
    const MixtureEm em(points, classes, given.clusters());
    return best_of_restarts(given, [&](Restart& restart) { return fit(em, restart); });
  }

  static void require_all_classes(const Classes& classes, std::size_t clusters) {
    if (classes.count == 0 || classes.count == clusters) return;
    throw Error(
        ErrorCode::usage,
        fmt::format("the labels name {} classes, but mixmod needs labels of all {} or none; label a row "
                    "of each class, or use a method that does without, such as comac-seq or cec-ib-1",
                    classes.count, clusters));
  }
};

}  // namespace

MixtureEm::MixtureEm(const Points& points, const Classes& classes, std::size_t components)
    : points_(points), classes_(classes), components_(components), variances_(ridge(points, 1)) {
  volume_ = std::exp(variances_.array().log().mean());
}

Mixture MixtureEm::random_start(Random& random) const {
  Mixture mixture;
  mixture.proportions = Eigen::VectorXd::Constant(index(components_), 1 / static_cast<double>(components_));
  mixture.means.resize(index(components_), points_.cols());
  for (Eigen::Index k = 0; k < mixture.means.rows(); ++k) {
    mixture.means.row(k) = points_.row(index(random.below(static_cast<std::uint64_t>(points_.rows()))));
  }
  mixture.volumes = Eigen::VectorXd::Constant(index(components_), volume_);
  mixture.shape = (variances_ / volume_).asDiagonal();
  return mixture;
}

double MixtureEm::expect(const Mixture& mixture, Points& posteriors) const {
  posteriors.resize(points_.rows(), index(components_));
  for (Eigen::Index k = 0; k < posteriors.cols(); ++k) {
    const Gaussian density(mixture.means.row(k), mixture.volumes[k] * mixture.shape);
    posteriors.col(k) = density.log_densities(points_).array() + std::log(mixture.proportions[k]);
  }
  for (std::size_t i = 0; i < classes_.of_row.size(); ++i) {
    if (!classes_.known(i)) continue;
    const auto component = index(classes_.of_row[i]);
    const double kept = posteriors(index(i), component);
    posteriors.row(index(i)).setConstant(-HUGE_VAL);
    posteriors(index(i), component) = kept;
  }
  return normalise_logs(posteriors).sum();
}

Mixture MixtureEm::maximise(const Mixture& before, const Points& posteriors) const {
  Mixture mixture = before;
  std::vector<Moments> weighted;
  for (Eigen::Index k = 0; k < posteriors.cols(); ++k) {
    weighted.push_back(moments(points_, posteriors.col(k)));
    if (weighted.back().weight > 0) mixture.means.row(k) = weighted.back().mean;
    mixture.proportions[k] = weighted.back().weight / static_cast<double>(points_.rows());
  }
  const double share = static_cast<double>(points_.rows()) * ridge_share / volume_;
  for (int round = 0; round < inner_rounds; ++round) {
    Eigen::MatrixXd pooled = (share * variances_).asDiagonal();
    for (Eigen::Index k = 0; k < posteriors.cols(); ++k) {
      pooled += weighted[static_cast<std::size_t>(k)].scatter / mixture.volumes[k];
    }
    mixture.shape = pooled / scale_of(pooled);
    const Eigen::LLT<Eigen::MatrixXd> factor(mixture.shape);
    for (Eigen::Index k = 0; k < posteriors.cols(); ++k) {
      const Moments& w = weighted[static_cast<std::size_t>(k)];
      if (!(w.weight > 0)) continue;
      const double volume =
          factor.solve(w.scatter).trace() / (static_cast<double>(points_.cols()) * w.weight);
      mixture.volumes[k] = std::max(volume, least_volume_share * volume_);
    }
  }
  return mixture;
}

std::vector<std::uint32_t> MixtureEm::most_probable(const Points& posteriors) const {
  auto component = greatest_columns(posteriors);
  for (std::size_t i = 0; i < component.size(); ++i) {
    if (classes_.known(i)) component[i] = classes_.of_row[i];
  }
  return component;
}

namespace systems {

const System& mixmod() { return the_system<Mixmod>(); }

}  // namespace systems
}  // namespace comac
