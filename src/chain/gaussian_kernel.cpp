// SPDX-License-Identifier: MIT
#include <bit>
#include <cstdint>

#include "base/vectorise.hpp"
#include "chain/gaussian_chain.hpp"

namespace comac {
namespace {

/// exp(x) for x <= 0. With x = n ln 2 + r, |r| <= ln 2 / 2: 2^n times the power series of exp(r).
/// No branches and no calls, so that loops over it become vector code.
[[gnu::always_inline]] inline double exp_of_negative(double x) {
  constexpr double log2_e = 1.4426950408889634074;
  constexpr double ln2_high = 0x1.62e42fee00000p-1;  // 32 bits: n * ln2_high is exact
  constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  constexpr double round_to_integer = 0x1.8p52;
  const double shifted = x * log2_e + round_to_integer;
  const double n = shifted - round_to_integer;
  const double r = (x - n * ln2_high) - n * ln2_low;
  double series = 1.0 / 6227020800;
  series = series * r + 1.0 / 479001600;
  series = series * r + 1.0 / 39916800;
  series = series * r + 1.0 / 3628800;
  series = series * r + 1.0 / 362880;
  series = series * r + 1.0 / 40320;
  series = series * r + 1.0 / 5040;
  series = series * r + 1.0 / 720;
  series = series * r + 1.0 / 120;
  series = series * r + 1.0 / 24;
  series = series * r + 1.0 / 6;
  series = series * r + 0.5;
  series = series * r * r + r + 1;
  // The low bits of `shifted` hold n; added to the exponent they scale by 2^n.
  const std::uint64_t scale = std::bit_cast<std::uint64_t>(shifted) << 52;
  const double result = std::bit_cast<double>(std::bit_cast<std::uint64_t>(series) + scale);
  return x > -690 ? result : 0.0;
}

}  // namespace

COMAC_VECTORISE void exp_of_negatives(double* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) values[i] = exp_of_negative(-values[i]);
}

COMAC_VECTORISE double gaussian_kernel(double* distances, std::size_t count, double sigma) {
  for (std::size_t i = 0; i < count; ++i) distances[i] = exp_of_negative(-distances[i] / sigma);
  return sum_in_lanes(
      count, COMAC_LAMBDA(std::size_t i) { return distances[i]; },
      COMAC_LAMBDA(double value) { return value; });
}

}  // namespace comac
