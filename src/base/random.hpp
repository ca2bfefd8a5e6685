// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace comac {

/// A small generator (xoshiro256++) whose draws are the same on every platform and library.
class Random {
 public:
  /// Streams of one seed are independent of one another: restart r uses stream r.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t next();
  /// Uniform in [0, bound), without bias. bound > 0.
  std::uint64_t below(std::uint64_t bound);
  /// Uniform in [0, 1) with 53 random bits.
  double uniform();
  /// Standard normal (Box-Muller, one value a call).
  double normal();

  /// Fisher-Yates.
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace comac
