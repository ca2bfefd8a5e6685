// SPDX-License-Identifier: MIT
#include "systems/diffusion.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "systems/matrices.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 256;
constexpr std::size_t columns_at_once = 64;
constexpr Eigen::Index columns_for_decomposition =
    32;  // with more columns than rows / 32 it is the faster way
constexpr double accuracy = 1e-12;
constexpr std::size_t most_iterations = 1000;

/// a / b by columns, 0 where b is 0: a column that has been solved stands still.
Eigen::RowVectorXd quotient(const Eigen::RowVectorXd& a, const Eigen::RowVectorXd& b) {
  return (b.array() > 0).select(a.array() / b.array(), 0.0);
}

/// Puts the factor of Cholesky in the place of the lower triangle, some columns at a time: Eigen's own can't
/// be interrupted.
void decompose(Eigen::MatrixXd& matrix, const StopCheck& stop) {
  for (Eigen::Index first = 0; first < matrix.rows(); first += index(columns_at_once)) {
    throw_if_stopped(stop);
    const Eigen::Index count = std::min(index(columns_at_once), matrix.rows() - first);
    const Eigen::Index next = first + count, rest = matrix.rows() - next;
    Eigen::Ref<Eigen::MatrixXd> corner = matrix.block(first, first, count, count);
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> in_place(corner);
    auto below = matrix.block(next, first, rest, count);
    corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(below);
    matrix.block(next, next, rest, rest).selfadjointView<Eigen::Lower>().rankUpdate(below, -1);
  }
}

}  // namespace

Diffusion::Diffusion(const DenseChain& chain, std::size_t threads, StopCheck stop)
    : chain_(chain),
      own_(index(chain.states())),
      scale_(index(chain.states())),
      threads_(threads),
      stop_(std::move(stop)) {
  parallel_for(chain.states(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double* row = chain.weights().row(i);
      // Summed without the own term: mass minus own would leave an outlier nothing but rounding.
      const double degree =
          std::accumulate(row + i + 1, row + chain.states(), std::accumulate(row, row + i, 0.0));
      own_(index(i)) = row[i];
      scale_(index(i)) = degree > 0 ? 1 / std::sqrt(degree) : 0;
    }
  });
}

Points Diffusion::step(const Points& x) const {
  const Points scaled = scale_.asDiagonal() * x;
  Points result = product(as_points(chain_.weights()), scaled, threads_);
  result -= own_.asDiagonal() * scaled;
  return scale_.asDiagonal() * result;
}

Points Diffusion::spread(const Points& y, double a) const {
  return y.cols() * columns_for_decomposition < y.rows() ? spread_by_iteration(y, a)
                                                         : spread_by_decomposition(y, a);
}

Points Diffusion::spread_by_decomposition(const Points& y, double a) const {
  Eigen::MatrixXd system = -a * (scale_.asDiagonal() * as_points(chain_.weights()) * scale_.asDiagonal());
  system.diagonal().setOnes();
  decompose(system, stop_);
  const auto lower = std::as_const(system).triangularView<Eigen::Lower>();
  Points solution(y.rows(), y.cols());
  parallel_for(static_cast<std::size_t>(y.cols()), columns_at_once, threads_,
               [&](std::size_t begin, std::size_t end) {
                 throw_if_stopped(stop_);
                 const auto first = index(begin), count = index(end - begin);
                 Eigen::MatrixXd some = (1 - a) * y.middleCols(first, count);
                 lower.solveInPlace(some);
                 lower.transpose().solveInPlace(some);
                 solution.middleCols(first, count) = some;
               });
  return solution;
}

Points Diffusion::spread_by_iteration(const Points& y, double a) const {
  Points solution = Points::Zero(y.rows(), y.cols());
  Points residual = (1 - a) * y;
  Points direction = residual;
  Eigen::RowVectorXd squares = residual.colwise().squaredNorm();
  const Eigen::RowVectorXd target = accuracy * accuracy * squares;
  for (std::size_t i = 0; i < most_iterations && (squares.array() > target.array()).any(); ++i) {
    throw_if_stopped(stop_);
    const Points image = direction - a * step(direction);
    const Eigen::RowVectorXd along = direction.cwiseProduct(image).colwise().sum();
    const Eigen::RowVectorXd length = quotient(squares, along);
    solution += direction * length.asDiagonal();
    residual -= image * length.asDiagonal();
    const Eigen::RowVectorXd before = squares;
    squares = residual.colwise().squaredNorm();
    direction = residual + direction * quotient(squares, before).asDiagonal();
  }
  return solution;
}

}  // namespace comac
