// SPDX-License-Identifier: MIT
#include "chain/transition.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "base/checkpoint.hpp"
#include "comac/base/error.hpp"

namespace comac {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double least_mass = std::numeric_limits<double>::min();

[[noreturn]] void refuse(const std::string& sentence) {
  throw Error(ErrorCode::data, "transition matrix: " + sentence);
}

void check_entries(const Table& p) {
  for (std::size_t i = 0; i < p.rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < p.columns; ++j) {
      if (p.at(i, j) < 0) {
        refuse(fmt::format("row {} has the negative entry {} in column {}; expected probabilities", i,
                           p.at(i, j), j));
      }
      sum += p.at(i, j);
    }
    if (!(std::abs(sum - 1) <= row_sum_tolerance)) {
      refuse(fmt::format("row {} sums to {:.9g}; expected 1 (within {}), so divide the row by its sum", i,
                         sum, row_sum_tolerance));
    }
  }
}

/// States that can be reached from state 0 along edges (i,j) for which has_edge(i,j).
template <class HasEdge>
std::vector<bool> reachable(std::size_t states, HasEdge has_edge) {
  std::vector<bool> seen(states, false);
  std::vector<std::size_t> stack{0};
  seen[0] = true;
  while (!stack.empty()) {
    const std::size_t i = stack.back();
    stack.pop_back();
    for (std::size_t j = 0; j < states; ++j) {
      if (!seen[j] && has_edge(i, j)) seen[j] = true, stack.push_back(j);
    }
  }
  return seen;
}

void check_irreducible(const Table& p) {
  const auto there = reachable(p.rows, [&](std::size_t i, std::size_t j) { return p.at(i, j) > 0; });
  const auto back = reachable(p.rows, [&](std::size_t i, std::size_t j) { return p.at(j, i) > 0; });
  for (std::size_t i = 0; i < p.rows; ++i) {
    if (there[i] && back[i]) continue;
    refuse(fmt::format(
        "row {} {} row 0, so the chain is reducible and its stationary distribution is not unique; "
        "expected every state to reach every other",
        i, there[i] ? "has no path to" : "cannot be reached from"));
  }
}

/// Symmetric up to rounding: the chain is reversible.
bool nearly_symmetric(const SquareMatrix& joint) {
  for (std::size_t i = 0; i < joint.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double a = joint(i, j), b = joint(j, i);
      if (std::abs(a - b) > 1e-12 * (a + b) + least_mass) return false;
    }
  }
  return true;
}

void symmetrise(SquareMatrix& joint) {
  for (std::size_t i = 0; i < joint.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) joint.row(i)[j] = joint.row(j)[i] = (joint(i, j) + joint(j, i)) / 2;
  }
}

/// The elimination of Grassmann, Taksar and Heyman: states leave one by one from the last, and the paths
/// through them become transitions between the others. Nothing is ever subtracted, so that even the smallest
/// masses have all their digits. Column k above the diagonal then holds mu(k) in terms of the states before.
/// States leave in blocks, since one product for many of them is several times faster.
Matrix eliminate_states(Matrix p) {
  constexpr Eigen::Index block = 64;
  for (Eigen::Index end = p.rows(); end > 1;) {
    checkpoint();
    const Eigen::Index begin = std::max<Eigen::Index>(end - block, 1);
    for (Eigen::Index k = end - 1; k >= begin; --k) {
      const Eigen::Index rest = k - begin;
      p.col(k).head(k) /= p.row(k).head(k).sum();
      p.block(0, begin, k, rest) += p.col(k).head(k) * p.row(k).segment(begin, rest);
      p.block(begin, 0, rest, begin) += p.col(k).segment(begin, rest) * p.row(k).head(begin);
    }
    p.topLeftCorner(begin, begin) +=
        p.block(0, begin, begin, end - begin) * p.block(begin, 0, end - begin, begin);
    end = begin;
  }
  return p;
}

/// Rows that sum to exactly 1, up to rounding.
Table with_even_rows(Table p) {
  for (std::size_t i = 0; i < p.rows; ++i) {
    const auto row = p.row(i);
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (std::size_t j = 0; j < p.columns; ++j) p.at(i, j) /= sum;
  }
  return p;
}

/// In panels of rows, so that it may be left between two of them.
Matrix product(const Matrix& a, const Matrix& b) {
  constexpr Eigen::Index panel = 128;
  Matrix result(a.rows(), b.cols());
  for (Eigen::Index row = 0; row < a.rows(); row += panel) {
    checkpoint();
    const Eigen::Index rows = std::min(panel, a.rows() - row);
    result.middleRows(row, rows).noalias() = a.middleRows(row, rows) * b;
  }
  return result;
}

struct Power {
  Matrix matrix;
  std::size_t exponent = 1;
};

/// By squaring; the last square if it is interrupted.
Power power(Matrix base, std::size_t exponent) {
  Matrix result = Matrix::Identity(base.rows(), base.cols());
  std::size_t squared = 1;
  const bool whole = finished([&] {
    for (std::size_t left = exponent; left > 0; left /= 2) {
      if (left % 2 == 1) result = product(result, base);
      if (left > 1) base = product(base, base), squared *= 2;
    }
  });
  if (whole) return {std::move(result), exponent};
  return {std::move(base), squared};
}

}  // namespace

void check_transition(const Table& transition) {
  if (transition.rows == 0 || transition.rows != transition.columns) {
    refuse(fmt::format("it has {} rows and {} columns; expected as many rows as columns", transition.rows,
                       transition.columns));
  }
  check_entries(transition);
  check_irreducible(transition);
}

Stationary stationary_distribution(const Table& transition) {
  const auto n = static_cast<Eigen::Index>(transition.rows);
  const Eigen::Map<const Matrix> p(transition.values.data(), n, n);
  const Matrix paths = eliminate_states(p);
  Eigen::VectorXd mu = Eigen::VectorXd::Unit(n, 0);
  for (Eigen::Index k = 1; k < n; ++k) {
    mu(k) = mu.head(k).dot(paths.col(k).head(k));
    mu.head(k + 1) /= mu.head(k + 1).sum();  // at every state: the ratio of two masses may overflow
  }
  const double residual = (p.transpose() * mu - mu).lpNorm<1>();
  if (!std::isfinite(residual)) {
    refuse("its stationary distribution cannot be computed; expected no transitions as rare as 1e-300");
  }
  return {std::vector<double>(mu.begin(), mu.end()), residual};
}

TransitionChain transition_chain(const Table& transition) {
  check_transition(transition);
  const Table p = with_even_rows(transition);
  const std::size_t n = p.rows;
  auto [mass, residual] = stationary_distribution(p);
  SquareMatrix joint(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) joint.row(i)[j] = mass[i] * p.at(i, j);
  }
  if (!nearly_symmetric(joint)) return {DenseChain::general(std::move(joint), std::move(mass)), residual};
  symmetrise(joint);
  return {DenseChain::reversible(std::move(joint), std::move(mass)), residual};
}

namespace {

/// P(i,j) = J(i,j) / mu(i); the chain is gone after it.
Matrix transition_of(const DenseChain chain) {
  const auto n = static_cast<Eigen::Index>(chain.states());
  const Eigen::Map<const Eigen::VectorXd> mass(chain.masses().data(), n);
  // A state whose mass is too small for a double with all its digits takes part in nothing.
  const Eigen::VectorXd inverse = mass.unaryExpr([](double m) { return m >= least_mass ? 1 / m : 0.0; });
  return chain.unit() * inverse.asDiagonal() * Eigen::Map<const Matrix>(chain.weights().row(0), n, n);
}

}  // namespace

RelaxedChain relax(DenseChain chain, std::size_t steps) {
  if (steps == 1) return {std::move(chain), 1};
  std::vector<double> masses(chain.masses().begin(), chain.masses().end());
  const auto n = static_cast<Eigen::Index>(chain.states());
  const bool symmetric = chain.symmetric();
  SquareMatrix joint;
  {
    Matrix transition = transition_of(std::move(chain));  // apart: arguments live until their statement ends
    const auto [relaxed, taken] = power(std::move(transition), steps);
    steps = taken;
    joint = SquareMatrix(masses.size());
    Eigen::Map<Matrix>(joint.row(0), n, n) =
        Eigen::Map<const Eigen::VectorXd>(masses.data(), n).asDiagonal() * relaxed;
  }
  if (!symmetric) return {DenseChain::general(std::move(joint), std::move(masses)), steps};
  symmetrise(joint);
  return {DenseChain::reversible(std::move(joint), std::move(masses)), steps};
}

}  // namespace comac
