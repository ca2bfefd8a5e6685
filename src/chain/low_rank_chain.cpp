// SPDX-License-Identifier: MIT
#include "chain/low_rank_chain.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/parallel.hpp"
#include "base/vectorise.hpp"

namespace comac {
namespace {

/// A mode whose share of what happens after T steps is below this has died out.
constexpr double died_out = 1e-10;
constexpr std::size_t rows_at_once = 4096;

}  // namespace

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

double LowRankChain::between(std::size_t i, std::size_t j) const {
  return std::max(0.0, dot(row(i), row(j), factors_));
}

double LowRankChain::mass_to(std::size_t i, std::span<const std::uint32_t> states) const {
  double sum = 0;
  for (const auto j : states) sum += dot(row(i), row(j), factors_);
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
