// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// Compiles a function once for each instruction set and picks at run time. Sanitizers start too late for
/// the resolvers that this needs.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(COMAC_SANITIZED)
#define COMAC_VECTORISE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define COMAC_VECTORISE
#endif

/// A lambda that becomes part of the vectorised function around it, whatever its size.
#define COMAC_LAMBDA(parameter) [=](parameter) __attribute__((always_inline))

namespace comac {

/// Sum of change(term(i)) for 0 <= i < count, where change(0) = 0, in eight lanes: the order of additions,
/// and so every bit, is the same whatever the vector width.
template <class Term, class Change>
[[gnu::always_inline]] inline double sum_in_lanes(std::size_t count, Term term, Change change) {
  constexpr std::size_t lanes = 8;
  double lane[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) lane[l] += change(term(i + l));
  }
  if (i < count) {
    double tail[lanes] = {};
    for (std::size_t l = 0; i + l < count; ++l) tail[l] = term(i + l);
    for (std::size_t l = 0; l < lanes; ++l) lane[l] += change(tail[l]);
  }
  return ((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7]));
}

}  // namespace comac
