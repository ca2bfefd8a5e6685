// SPDX-License-Identifier: MIT
#include "chain/low_rank_chain.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/parallel.hpp"
#include "base/vectorise.hpp"
#include "chain/dense_chain.hpp"
#include "chain/sparse_chain.hpp"

namespace comac {
namespace {

/// A mode whose share of what happens after T steps is below this has died out.
constexpr double died_out = 1e-10;
constexpr std::size_t rows_at_once = 4096;

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// By squares: steps are many, and their number is a whole one.
Matrix matrix_power(Matrix base, double exponent) {
  Matrix result = Matrix::Identity(base.rows(), base.cols());
  for (auto left = static_cast<std::uint64_t>(exponent); left > 0; left /= 2) {
    if (left % 2 == 1) result = Matrix(result * base);
    if (left > 1) base = Matrix(base * base);
  }
  return result;
}

}  // namespace

template <MarkovChain Chain>
std::vector<double> step_of_modes(const Chain& chain, const Spectrum& spectrum) {
  const auto pairs = static_cast<Eigen::Index>(spectrum.pairs);
  Matrix result = Matrix::Zero(pairs, pairs);
  Eigen::RowVectorXd after(pairs);
  const auto vector_of = [&](std::size_t state) {
    return Eigen::Map<const Eigen::RowVectorXd>(spectrum.vector_of(state), pairs);
  };
  for (std::size_t i = 0; i < chain.states(); ++i) {
    after.setZero();
    chain.each_from(i, [&](std::uint32_t j, double mass) {
      if (mass > 0) after += mass / std::sqrt(spectrum.masses[j]) * vector_of(j);
    });
    if (spectrum.masses[i] > 0) result += vector_of(i).transpose() * after / std::sqrt(spectrum.masses[i]);
  }
  return {result.data(), result.data() + result.size()};
}

template std::vector<double> step_of_modes(const DenseChain&, const Spectrum&);
template std::vector<double> step_of_modes(const SparseChain&, const Spectrum&);

LowRankChain::LowRankChain(const Spectrum& spectrum, double steps, std::size_t threads)
    : steps_(steps), masses_(spectrum.masses) {
  std::vector<double> half_power;  // l^(T/2)
  for (const double value : spectrum.values) {
    if (!half_power.empty() && std::pow(value, steps) < died_out) break;
    half_power.push_back(std::pow(value, steps / 2));
  }
  factors_ = half_power.size();
  rows_.resize(states() * factors_);
  parallel_for(states(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double root = std::sqrt(masses_[i]);
      for (std::size_t m = 0; m < factors_; ++m)
        rows_[i * factors_ + m] = root * spectrum.vector_of(i)[m] * half_power[m];
    }
  });
}

LowRankChain::LowRankChain(const Spectrum& spectrum, const std::vector<double>& of_modes, double steps)
    : steps_(steps), factors_(spectrum.pairs), masses_(spectrum.masses) {
  const auto pairs = static_cast<Eigen::Index>(factors_), count = static_cast<Eigen::Index>(states());
  const Matrix power = matrix_power(Eigen::Map<const Matrix>(of_modes.data(), pairs, pairs), steps);
  const Eigen::Map<const Eigen::VectorXd> mass(masses_.data(), count);
  rows_.resize(states() * factors_), into_.resize(rows_.size());
  Eigen::Map<Matrix> rows(rows_.data(), count, pairs), into(into_.data(), count, pairs);
  rows = mass.cwiseSqrt().asDiagonal() * Eigen::Map<const Matrix>(spectrum.vectors.data(), count, pairs);
  into.noalias() = rows * power.transpose();
}

void LowRankChain::come_from(std::span<const std::uint32_t> group_of_state, std::size_t groups) {
  origins_.assign(groups * factors_, 0), origin_masses_.assign(groups, 0);
  for (std::size_t i = 0; i < states(); ++i) {
    double* sum = origins_.data() + group_of_state[i] * factors_;
    for (std::size_t m = 0; m < factors_; ++m) sum[m] += row(i)[m];
    origin_masses_[group_of_state[i]] += masses_[i];
  }
}

double LowRankChain::between(std::size_t i, std::size_t j) const {
  return std::max(0.0, dot(row(i), into(j), factors_));
}

double LowRankChain::mass_to(std::size_t i, std::span<const std::uint32_t> states) const {
  double sum = 0;
  for (const auto j : states) sum += dot(row(i), into(j), factors_);
  return std::max(0.0, sum);
}

COMAC_VECTORISE double dot(const double* a, const double* b, std::size_t count) {
  return sum_in_lanes(
      count, COMAC_LAMBDA(std::size_t i) { return a[i] * b[i]; }, COMAC_LAMBDA(double v) { return v; });
}

namespace {

/// For `count` clusters and `rows` rows at once, whose sums stay in registers: left to itself, the compiler
/// takes several factors at once instead, and shuffles more than it adds.
template <std::size_t rows, std::size_t count>
[[gnu::always_inline]] inline void flows_to_some(const double* v, const double* a, std::size_t factors,
                                                 std::size_t clusters, double* q) {
  typedef double Lanes __attribute__((vector_size(count * sizeof(double))));
  Lanes sum[rows] = {};
  for (std::size_t m = 0; m < factors; ++m) {
    Lanes of_factor;
    std::memcpy(&of_factor, a + m * clusters, sizeof of_factor);
    for (std::size_t r = 0; r < rows; ++r) sum[r] += v[r * factors + m] * of_factor;
  }
  for (std::size_t r = 0; r < rows; ++r) std::memcpy(q + r * clusters, &sum[r], sizeof sum[r]);
}

template <std::size_t rows>
[[gnu::always_inline]] inline void flows_of(const double* v, const double* a, std::size_t factors,
                                            std::size_t clusters, double* q) {
  std::size_t c = 0;
  for (; c + 8 <= clusters; c += 8) flows_to_some<rows, 8>(v, a + c, factors, clusters, q + c);
  if (c + 4 <= clusters) flows_to_some<rows, 4>(v, a + c, factors, clusters, q + c), c += 4;
  if (c + 2 <= clusters) flows_to_some<rows, 2>(v, a + c, factors, clusters, q + c), c += 2;
  if (c < clusters) flows_to_some<rows, 1>(v, a + c, factors, clusters, q + c);
}

}  // namespace

COMAC_VECTORISE void flows_to(const double* v, const double* a, std::size_t factors, std::size_t clusters,
                              double* q, std::size_t rows) {
  constexpr std::size_t at_once = 4;  // their sums wait for one another less
  std::size_t x = 0;
  for (; x + at_once <= rows; x += at_once)
    flows_of<at_once>(v + x * factors, a, factors, clusters, q + x * clusters);
  for (; x < rows; ++x) flows_of<1>(v + x * factors, a, factors, clusters, q + x * clusters);
}

}  // namespace comac
