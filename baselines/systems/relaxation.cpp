// SPDX-License-Identifier: MIT
#include "systems/relaxation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "cost/xlog2x.hpp"
#include "systems/matrices.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 128;
constexpr std::size_t most_doublings = 30;
constexpr double forgotten = 0.01;  // bits; what is left tells nothing
constexpr double flat = 1e-9;       // bits; a plateau that rounding can't tell from a perfect one
constexpr std::size_t states_per_factor = 32;
constexpr double most_distance = 1e-6;
constexpr double least_eigenvalue = 1e-12;

/// The square of a symmetric matrix: the lower triangle in blocks of rows, then its mirror image.
void square(const SquareMatrix& matrix, std::size_t threads, const StopCheck& stop, SquareMatrix& result) {
  const PointsView from = as_points(matrix);
  Eigen::Map<Points> to(result.row(0), from.rows(), from.cols());
  parallel_for(matrix.size(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    throw_if_stopped(stop);
    const auto first = index(begin), count = index(end - begin);
    to.block(first, 0, count, index(end)).noalias() =
        from.middleRows(first, count) * from.leftCols(index(end));
  });
  to.triangularView<Eigen::StrictlyUpper>() = to.transpose();
}

}  // namespace

Doubling::Doubling(const DenseChain& chain, std::size_t threads, std::size_t factors_from)
    : mass_(Eigen::Map<const Eigen::VectorXd>(chain.masses().data(), index(chain.states()))),
      root_(mass_.cwiseSqrt()),
      threads_(threads),
      factors_from_(factors_from),
      now_(chain.states()) {
  assert(chain.symmetric());
  Eigen::Map<Points> values(now_.row(0), mass_.size(), mass_.size());
  values = (chain.unit() * as_points(chain.weights())).array().colwise() / root_.array();
  values.array().rowwise() /= root_.transpose().array();
}

bool Doubling::factorise() {
  if (now_.size() < factors_from_) return false;
  Eigenpairs pairs = sketched_eigenpairs(now_, now_.size() / states_per_factor, threads_);
  if (distance_from_square(pairs, now_, threads_) > most_distance) return false;
  factors_ = std::move(pairs);
  now_ = SquareMatrix();
  next_ = SquareMatrix();
  return true;
}

void Doubling::advance(const StopCheck& stop) {
  throw_if_stopped(stop);
  steps_ *= 2;
  if (factored() || factorise()) {
    factors_->values = factors_->values.cwiseAbs2();
    const auto kept = (factors_->values.array() > least_eigenvalue).count();
    factors_->values.conservativeResize(kept);
    factors_->vectors.conservativeResize(Eigen::NoChange, kept);
    return;
  }
  if (next_.size() == 0) next_ = SquareMatrix(now_.size());
  square(now_, threads_, stop, next_);
  std::swap(now_, next_);
}

Points Doubling::joint_rows(std::size_t begin, std::size_t end) const {
  const auto first = index(begin), count = index(end - begin);
  Points rows(count, index(end));
  if (factored()) {
    const auto& [values, vectors] = *factors_;
    rows.noalias() =
        vectors.middleRows(first, count) * values.asDiagonal() * vectors.topRows(index(end)).transpose();
  } else {
    rows = as_points(now_).block(first, 0, count, index(end));
  }
  rows.array().colwise() *= root_.segment(first, count).array();
  rows.array().rowwise() *= root_.head(index(end)).transpose().array();
  return rows;
}

double Doubling::information() const {
  const auto n = static_cast<std::size_t>(mass_.size());
  std::vector<double> bits(n);
  parallel_for(n, rows_at_once, threads_, [&](std::size_t begin, std::size_t end) {
    const Points rows = joint_rows(begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      const double* row = rows.row(index(i - begin)).data();
      bits[i] = 2 * sum_xlog2x(row, i) + xlog2x(row[i]) - 2 * xlog2x(mass_[index(i)]);
    }
  });
  return std::accumulate(bits.begin(), bits.end(), 0.0);
}

DenseChain Doubling::chain() const {
  const auto n = static_cast<std::size_t>(mass_.size());
  SquareMatrix joint(n);
  Eigen::Map<Points> values(joint.row(0), mass_.size(), mass_.size());
  parallel_for(n, rows_at_once, threads_, [&](std::size_t begin, std::size_t end) {
    values.block(index(begin), 0, index(end - begin), index(end)) = joint_rows(begin, end).cwiseMax(0);
  });
  values.triangularView<Eigen::StrictlyUpper>() = values.transpose();
  if (factored()) values /= values.sum();
  const Eigen::VectorXd mass = factored() ? Eigen::VectorXd(values.rowwise().sum()) : mass_;
  return DenseChain::reversible(std::move(joint), {mass.begin(), mass.end()});
}

std::vector<double> information_decay(const DenseChain& chain, std::size_t threads, ProgressGate& progress) {
  Doubling doubling(chain, threads);
  std::vector<double> information{doubling.information()};
  for (std::size_t i = 1; i <= most_doublings && information.back() > forgotten; ++i) {
    doubling.advance([&] {
      return progress.report({"relaxation", static_cast<double>(i) / most_doublings});
    });
    information.push_back(doubling.information());
    if (information.end()[-2] - information.back() < flat) break;
  }
  return information;
}

std::size_t plateau(std::span<const double> information, double bits) {
  std::vector<double> loss;
  for (std::size_t i = 1; i < information.size(); ++i) loss.push_back(information[i - 1] - information[i]);
  std::size_t steps = 1;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < loss.size(); ++i) {
    const bool less_than_before = i == 0 || loss[i] < loss[i - 1];
    const bool less_than_after = i + 1 == loss.size() ? loss[i] < flat : loss[i] < loss[i + 1];
    const double distance = std::abs(information[i] - bits);
    if (less_than_before && less_than_after && distance < nearest) {
      nearest = distance;
      steps = std::size_t{1} << i;
    }
  }
  return steps;
}

std::size_t relaxation_time(const DenseChain& chain, std::size_t clusters, std::size_t threads,
                            ProgressGate& progress) {
  if (clusters == 1) return 1;  // nothing is to be told apart
  return plateau(information_decay(chain, threads, progress), std::log2(static_cast<double>(clusters)));
}

}  // namespace comac
