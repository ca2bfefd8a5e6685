// SPDX-License-Identifier: MIT
#include "select/pool.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "select/yardstick.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr std::size_t most_rounds = 50, most_halvings = 30;
constexpr double hardly_less = 1e-9;

/// The chances of the clusters for an item; returns the bits of its own.
double pool_one(const PoolItems& items, std::size_t item, std::span<const double> weights,
                std::vector<double>& chance) {
  const double* bits = items.of(item);
  std::ranges::fill(chance, 0);
  for (std::size_t e = 0; e < items.kinds; ++e) {
    for (std::size_t c = 0; c < items.clusters; ++c) chance[c] += weights[e] * bits[e * items.clusters + c];
  }
  const double fewest = *std::ranges::min_element(chance), own = chance[items.cluster[item]];
  double sum = 0;
  for (double& value : chance) sum += value = std::exp2(fewest - value);
  for (double& value : chance) value /= sum;
  return own - fewest + std::log2(sum);
}

/// The objective at weights, its slope and its curvature: convex, as all logistic models are.
struct Objective {
  const PoolItems& items;
  std::span<const double> first;
  double pull;

  double value(const Vector& w) const {
    const auto bits = bits_by_pool(items, {w.data(), items.kinds});
    double sum = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) sum += bits[i];
    for (std::size_t e = 0; e < items.kinds; ++e)
      sum += pull / 2 * (w[Eigen::Index(e)] - first[e]) * (w[Eigen::Index(e)] - first[e]);
    return sum;
  }

  void slopes(const Vector& w, Vector& slope, Matrix& curvature) const {
    const auto kinds = static_cast<Eigen::Index>(items.kinds);
    slope = Vector::Zero(kinds), curvature = Matrix::Zero(kinds, kinds);
    std::vector<double> chance(items.clusters);
    for (std::size_t i = 0; i < items.count(); ++i) {
      pool_one(items, i, {w.data(), items.kinds}, chance);
      using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      const Eigen::Map<const Rows> bits(items.of(i), kinds, Eigen::Index(items.clusters));
      const Eigen::Map<const Vector> p(chance.data(), Eigen::Index(items.clusters));
      const Vector mean = bits * p;
      slope += (bits.col(Eigen::Index(items.cluster[i])) - mean);
      const Matrix centred = bits.colwise() - mean;
      curvature += std::numbers::ln2 * (centred * p.asDiagonal() * centred.transpose());
    }
    for (Eigen::Index e = 0; e < kinds; ++e) slope[e] += pull * (w[e] - first[std::size_t(e)]);
    curvature.diagonal().array() += pull + 1e-9;
  }
};

/// Newton's step among the weights that are not held at 0.
Vector newton_step(const Vector& w, const Vector& slope, Matrix curvature) {
  Vector wanted = slope;
  for (Eigen::Index e = 0; e < w.size(); ++e) {
    if (w[e] > 0 || slope[e] < 0) continue;
    curvature.row(e).setZero(), curvature.col(e).setZero();
    curvature(e, e) = 1, wanted[e] = 0;
  }
  return curvature.llt().solve(wanted);
}

/// The items of one fold, or all others.
PoolItems part_of(const PoolItems& items, std::span<const std::size_t> fold_of, std::size_t fold,
                  bool of_fold) {
  PoolItems part{items.kinds, items.clusters, {}, {}};
  const std::size_t size = items.kinds * items.clusters;
  for (std::size_t i = 0; i < items.count(); ++i) {
    if ((fold_of[i] == fold) != of_fold) continue;
    part.bits.insert(part.bits.end(), items.of(i), items.of(i) + size);
    part.cluster.push_back(items.cluster[i]);
  }
  return part;
}

/// Bits of each item by weights that were fitted to the other folds, fold after fold.
std::vector<double> cross_fitted(const PoolItems& items, std::span<const std::size_t> fold_of,
                                 std::span<const double> first, double pull) {
  std::vector<double> bits;
  for (std::size_t fold = 0; fold <= *std::ranges::max_element(fold_of); ++fold) {
    const auto weights = fit_pool(part_of(items, fold_of, fold, false), first, pull);
    const auto of_fold = bits_by_pool(part_of(items, fold_of, fold, true), weights);
    bits.insert(bits.end(), of_fold.begin(), of_fold.end());
  }
  return bits;
}

/// All kinds as one, with these weights.
PoolItems as_one(const PoolItems& items, std::span<const double> weights) {
  PoolItems one{1, items.clusters, std::vector<double>(items.count() * items.clusters, 0), items.cluster};
  for (std::size_t i = 0; i < items.count(); ++i) {
    for (std::size_t e = 0; e < items.kinds; ++e) {
      for (std::size_t c = 0; c < items.clusters; ++c)
        one.bits[i * items.clusters + c] += weights[e] * items.of(i)[e * items.clusters + c];
    }
  }
  return one;
}

}  // namespace

std::vector<double> bits_by_pool(const PoolItems& items, std::span<const double> weights) {
  std::vector<double> bits(items.count()), chance(items.clusters);
  for (std::size_t i = 0; i < items.count(); ++i) bits[i] = pool_one(items, i, weights, chance);
  return bits;
}

std::vector<double> fit_pool(const PoolItems& items, std::span<const double> first, double pull) {
  const Objective objective{items, first, pull};
  Vector w = Eigen::Map<const Vector>(first.data(), Eigen::Index(first.size())), slope;
  Matrix curvature;
  double now = objective.value(w);
  for (std::size_t round = 0; round < most_rounds; ++round) {
    objective.slopes(w, slope, curvature);
    const Vector step = newton_step(w, slope, curvature);
    double length = 1, then = now;
    Vector next = w;
    for (std::size_t h = 0; h < most_halvings && !(then < now); ++h, length /= 2) {
      next = (w - length * step).cwiseMax(0);
      then = objective.value(next);
    }
    if (!(then < now - hardly_less * (1 + std::abs(now)))) break;
    w = next, now = then;
  }
  return {w.data(), w.data() + w.size()};
}

PoolVerdict judge_pool(const PoolItems& items, std::span<const std::size_t> fold_of,
                       std::span<const double> first, std::span<const double> plain, double pull) {
  if (items.count() < 2) return {};
  const double one[] = {1};
  const std::vector<double> pooled = cross_fitted(items, fold_of, first, pull);
  const std::vector<double> chance(items.count(), std::log2(static_cast<double>(items.clusters)));
  PoolVerdict verdict{compare_held_out(cross_fitted(as_one(items, plain), fold_of, one, 0), pooled)};
  verdict.adopted = verdict.held_out.gain() >= 0 && compare_held_out(chance, pooled).gain() > 0;
  return verdict;
}

}  // namespace comac
