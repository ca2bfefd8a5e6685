// SPDX-License-Identifier: MIT
#include "neighbours/kernels.hpp"

#include "base/vectorise.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 8;

/// Eight numbers side by side; compilers split them where a machine has shorter registers.
using Eight [[gnu::vector_size(32), gnu::aligned(4), gnu::may_alias]] = float;

/// out[n] = sum of the eight lanes of part[n], for eight n at a time: a sum for each alone would take longer
/// than what is added.
[[gnu::always_inline]] inline void sum_lanes(const Eight* part, float* out) {
  Eight pair[4], four[2];
  for (int p = 0; p < 4; ++p) {
    const Eight a = part[2 * p], b = part[2 * p + 1];
    pair[p] = __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14) +
              __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
  }
  for (int p = 0; p < 2; ++p) {
    const Eight a = pair[2 * p], b = pair[2 * p + 1];
    four[p] = __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14) +
              __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
  }
  *reinterpret_cast<Eight*>(out) = __builtin_shufflevector(four[0], four[1], 0, 1, 2, 3, 8, 9, 10, 11) +
                                   __builtin_shufflevector(four[0], four[1], 4, 5, 6, 7, 12, 13, 14, 15);
}

/// out[n] = sum over c of term(x[c], row of[n][c]) for eight n.
template <class Term>
[[gnu::always_inline]] inline void eight_sums(const Points<float>& points, const float* x,
                                              const std::uint32_t* of, float* out, Term term) {
  Eight part[rows_at_once];
  for (std::size_t n = 0; n < rows_at_once; ++n) {
    const auto* a = reinterpret_cast<const Eight*>(x);
    const auto* b = reinterpret_cast<const Eight*>(points.row(of[n]));
    Eight low{}, high{};
    for (std::size_t c = 0; c < 2 * points.blocks(); c += 2) {
      term(a[c], b[c], low);
      term(a[c + 1], b[c + 1], high);
    }
    part[n] = low + high;
  }
  sum_lanes(part, out);
}

template <class Term>
[[gnu::always_inline]] inline void eight_sums(const Points<double>& points, const double* x,
                                              const std::uint32_t* of, double* out, Term term) {
  for (std::size_t n = 0; n < rows_at_once; ++n) {
    const double* row = points.row(of[n]);
    double lane[8] = {};
    for (std::size_t c = 0; c < 8 * points.blocks(); c += 8) {
      for (std::size_t l = 0; l < 8; ++l) term(x[c + l], row[c + l], lane[l]);
    }
    out[n] = ((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7]));
  }
}

template <class Real, class Term>
[[gnu::always_inline]] inline void sums(const Points<Real>& points, const Real* x, const std::uint32_t* of,
                                        std::size_t count, Real* out, Term term) {
  std::size_t n = 0;
  for (; n + rows_at_once <= count; n += rows_at_once) eight_sums(points, x, of + n, out + n, term);
  if (n == count) return;
  std::uint32_t rest[rows_at_once] = {};
  Real sum[rows_at_once];
  for (std::size_t r = 0; n + r < count; ++r) rest[r] = of[n + r];
  eight_sums(points, x, rest, sum, term);
  for (std::size_t r = 0; n + r < count; ++r) out[n + r] = sum[r];
}

constexpr auto add_squared_difference =
    [](const auto& a, const auto& b, auto& sum) __attribute__((always_inline)) {
  sum += (a - b) * (a - b);
};
constexpr auto add_product = [](const auto& a, const auto& b, auto& sum) __attribute__((always_inline)) {
  sum += a * b;
};

template <class Real>
[[gnu::always_inline]] inline void by_column(const Real* columns, std::size_t count, std::size_t width,
                                             const Real* x, Real* out) {
  constexpr std::size_t tile = 2 * point_lanes<Real>;  // stays in registers
  for (std::size_t first = 0; first < width; first += tile) {
    Real sum[tile] = {};
    for (std::size_t c = 0; c < count; ++c) {
      const Real* column = columns + c * width + first;
      for (std::size_t j = 0; j < tile; ++j) sum[j] += (column[j] - x[c]) * (column[j] - x[c]);
    }
    for (std::size_t j = 0; j < tile; ++j) out[first + j] = sum[j];
  }
}

}  // namespace

COMAC_VECTORISE void distances_to(const Points<float>& points, const float* x, const std::uint32_t* of,
                                  std::size_t count, float* out) {
  sums(points, x, of, count, out, add_squared_difference);
}
COMAC_VECTORISE void distances_to(const Points<double>& points, const double* x, const std::uint32_t* of,
                                  std::size_t count, double* out) {
  sums(points, x, of, count, out, add_squared_difference);
}
COMAC_VECTORISE void products_with(const Points<float>& points, const float* x, const std::uint32_t* of,
                                   std::size_t count, float* out) {
  sums(points, x, of, count, out, add_product);
}
COMAC_VECTORISE void products_with(const Points<double>& points, const double* x, const std::uint32_t* of,
                                   std::size_t count, double* out) {
  sums(points, x, of, count, out, add_product);
}
COMAC_VECTORISE void distances_by_column(const float* columns, std::size_t count, std::size_t width,
                                         const float* x, float* out) {
  by_column(columns, count, width, x, out);
}
COMAC_VECTORISE void distances_by_column(const double* columns, std::size_t count, std::size_t width,
                                         const double* x, double* out) {
  by_column(columns, count, width, x, out);
}

}  // namespace comac
