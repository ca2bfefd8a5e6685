// SPDX-License-Identifier: MIT
#include "cost/xlog2x.hpp"

#include <bit>
#include <cstdint>

#include "base/vectorise.hpp"

namespace comac {
namespace {

/// With t = 2^e m, sqrt(1/2) <= m < sqrt(2), and s = (m-1)/(m+1):
/// log2 t = e + (2/ln 2)(s + s^3/3 + s^5/5 + ...). |s| < 0.1716, so ten terms reach the last bit.
/// No branches and no calls, so that loops over it become vector code.
[[gnu::always_inline]] inline double log2_kernel(double t) {
  constexpr double two_over_ln2 = 2.8853900817779268147;
  constexpr std::uint64_t half_sqrt = 0x3fe6a09e667f3bcdU;  // sqrt(1/2): the exponent turns over here
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(t);
  const std::uint64_t shifted = bits - half_sqrt;
  // The biased exponent as a double without an integer conversion, which AVX2 lacks.
  const std::uint64_t exponent_bits = (shifted >> 52) ^ 0x800U;  // e + 2048 for -1024 <= e, as 12 bits
  const double e = std::bit_cast<double>(0x4330000000000000U | (exponent_bits & 0xfffU)) - (0x1.0p52 + 2048);
  const double m = std::bit_cast<double>((shifted & 0x000fffffffffffffU) + half_sqrt);
  const double s = (m - 1) / (m + 1);
  const double z = s * s;
  double tail = 1.0 / 21;
  tail = tail * z + 1.0 / 19;
  tail = tail * z + 1.0 / 17;
  tail = tail * z + 1.0 / 15;
  tail = tail * z + 1.0 / 13;
  tail = tail * z + 1.0 / 11;
  tail = tail * z + 1.0 / 9;
  tail = tail * z + 1.0 / 7;
  tail = tail * z + 1.0 / 5;
  tail = tail * z + 1.0 / 3;
  return e + (s * two_over_ln2 + s * z * tail * two_over_ln2);
}

[[gnu::always_inline]] inline double kernel(double t) {
  const double log2 = log2_kernel(t);
  return t > 0x1.0p-1000 ? t * log2 : 0.0;
}

}  // namespace

double xlog2x(double t) { return kernel(t); }

COMAC_VECTORISE void xlog2x(const double* t, double* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] = kernel(t[i]);
}

COMAC_VECTORISE void log2_of(double* t, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) t[i] = log2_kernel(t[i]);
}

COMAC_VECTORISE double sum_xlog2x(const double* t, std::size_t count) {
  return sum_in_lanes(
      count, COMAC_LAMBDA(std::size_t i) { return t[i]; }, COMAC_LAMBDA(double v) { return kernel(v); });
}

COMAC_VECTORISE double sum_xlog2x_shifted(const double* t, const double* w, double step, std::size_t count) {
  return sum_in_lanes(
      count, COMAC_LAMBDA(std::size_t i) { return t[i] + step * w[i]; },
      COMAC_LAMBDA(double v) { return kernel(v); });
}

}  // namespace comac
