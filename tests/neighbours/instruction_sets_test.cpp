// SPDX-License-Identifier: MIT
// The kernels of the search, which the library compiles for several instruction sets, compiled here once for
// each of them and called by name instead of by what the machine has: all give the same bytes.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "base/vectorise.hpp"
#include "neighbours/kernels.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(COMAC_SANITIZED)

#pragma GCC optimize("O3")  // tests aren't, and then there is no vector code

namespace comac_sse2 {
using namespace comac;
}
namespace comac_avx2 {
using namespace comac;
}
namespace comac_avx512 {
using namespace comac;
}

#undef COMAC_VECTORISE
#define COMAC_VECTORISE
#define comac comac_sse2
#include "../src/neighbours/kernels.cpp"
#undef comac
#undef COMAC_VECTORISE
#define COMAC_VECTORISE __attribute__((target("avx2")))
#define comac comac_avx2
#include "../src/neighbours/kernels.cpp"
#undef comac
#undef COMAC_VECTORISE
#define COMAC_VECTORISE __attribute__((target("avx512f")))
#define comac comac_avx512
#include "../src/neighbours/kernels.cpp"
#undef comac

namespace comac {
namespace {

/// Bytes of all that one instruction set makes of the same numbers.
using Bytes = std::vector<std::uint64_t>;

template <class Real>
void append(const std::vector<Real>& values, Bytes& bytes) {
  for (const Real value : values) bytes.push_back(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
}

template <class Real>
Points<Real> some_points(std::size_t columns) {
  Random random(5);
  Points<Real> points(50, columns);
  for (std::size_t i = 0; i < points.rows(); ++i) {
    for (std::size_t c = 0; c < points.width(); ++c) {
      points.row(i)[c] = c < columns ? static_cast<Real>(random.normal() * std::exp(3 * random.normal())) : 0;
    }
  }
  return points;
}

// A macro, since a template can't be told a namespace.
#define COMAC_BYTES_OF(set)                                                                             \
  template <class Real>                                                                                 \
  void append_sums_##set(Bytes& bytes) {                                                                \
    for (const std::size_t columns : {1UL, 7UL, 16UL, 17UL, 64UL, 100UL}) {                             \
      const auto points = some_points<Real>(columns);                                                   \
      std::vector<std::uint32_t> of(points.rows());                                                     \
      for (std::uint32_t n = 0; n < of.size(); ++n) of[n] = n;                                          \
      std::vector<Real> out(of.size());                                                                 \
      comac_##set::distances_to(points, points.row(3), of.data(), of.size(), out.data());               \
      append(out, bytes);                                                                               \
      comac_##set::products_with(points, points.row(3), of.data(), of.size(), out.data());              \
      append(out, bytes);                                                                               \
      const std::size_t width = 2 * point_lanes<Real>;                                                  \
      out.resize(width);                                                                                \
      const auto by_column = some_points<Real>(columns * width);                                        \
      comac_##set::distances_by_column(by_column.row(0), columns, width, by_column.row(1), out.data()); \
      append(out, bytes);                                                                               \
    }                                                                                                   \
  }                                                                                                     \
  Bytes bytes_of_##set() {                                                                              \
    Bytes bytes;                                                                                        \
    append_sums_##set<float>(bytes), append_sums_##set<double>(bytes);                                  \
    return bytes;                                                                                       \
  }
COMAC_BYTES_OF(sse2)
COMAC_BYTES_OF(avx2)
COMAC_BYTES_OF(avx512)
#undef COMAC_BYTES_OF

TEST(InstructionSets, AllThatThisMachineHasGiveTheSameBytes) {
  const Bytes expected = bytes_of_sse2();
  EXPECT_TRUE(!__builtin_cpu_supports("avx2") || bytes_of_avx2() == expected);
  EXPECT_TRUE(!__builtin_cpu_supports("avx512f") || bytes_of_avx512() == expected);
}

}  // namespace
}  // namespace comac

#endif
