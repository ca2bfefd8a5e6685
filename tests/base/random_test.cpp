// SPDX-License-Identifier: MIT
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

namespace comac {
namespace {

/// xoshiro256++ seeded by splitmix64, written down once more.
struct Twin {
  std::uint64_t s[4];
  explicit Twin(std::uint64_t seed) {
    std::uint64_t state = mix(seed += 0x9e3779b97f4a7c15U);
    for (auto& word : s) word = mix(state += 0x9e3779b97f4a7c15U);
  }
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  static std::uint64_t turn(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t next() {
    const std::uint64_t result = turn(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t;
    s[3] = turn(s[3], 45);
    return result;
  }
};

TEST(Random, IsXoshiroOnEveryPlatform) {
  Random random(1);
  Twin twin(1);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(random.next(), twin.next());
}

TEST(Random, FirstValuesNeverChange) {
  Random random(1);
  EXPECT_EQ(random.next(), 8089978747140965633U);
  EXPECT_EQ(random.next(), 5687923198772495674U);
  Random other(1, 1);
  EXPECT_EQ(other.next(), 15221230062575649967U);
}

TEST(Random, SeedsAndStreamsDiffer) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (std::uint64_t stream = 0; stream < 50; ++stream) seen.insert(Random(seed, stream).next());
  }
  EXPECT_EQ(seen.size(), 2500U);
}

/// Chi-square of `draws` draws below `bound`; its mean is bound - 1.
double chi_square(Random& random, std::uint64_t bound, std::size_t draws) {
  std::vector<double> count(bound, 0);
  for (std::size_t i = 0; i < draws; ++i) {
    const std::uint64_t value = random.below(bound);
    EXPECT_LT(value, bound);
    ++count[value];
  }
  const double expected = static_cast<double>(draws) / static_cast<double>(bound);
  double sum = 0;
  for (const double c : count) sum += (c - expected) * (c - expected) / expected;
  return sum;
}

TEST(Random, SmallBoundsAreUniform) {
  Random random(7);
  for (const std::uint64_t bound : {1U, 2U, 3U, 5U, 6U, 7U, 10U, 16U, 100U}) {
    const double degrees = static_cast<double>(bound - 1);
    EXPECT_LE(chi_square(random, bound, 100000), degrees + 4 * std::sqrt(2 * degrees)) << bound;
  }
}

TEST(Random, LargeBoundsAreNotBiased) {
  // With the plain remainder half of the draws, not a third, would fall below 2^62.
  const std::uint64_t bound = 3U * (std::uint64_t{1} << 62);
  Random random(3);
  int low = 0;
  for (int i = 0; i < 30000; ++i) low += random.below(bound) < (std::uint64_t{1} << 62) ? 1 : 0;
  EXPECT_NEAR(low, 10000, 400);
}

TEST(Random, UniformFillsTheUnitInterval) {
  Random random(5);
  double least = 1, most = 0, sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double u = random.uniform();
    least = std::min(least, u), most = std::max(most, u), sum += u;
  }
  EXPECT_GE(least, 0);
  EXPECT_LT(most, 1);
  EXPECT_LT(least, 1e-3);
  EXPECT_GT(most, 1 - 1e-3);
  EXPECT_NEAR(sum / 100000, 0.5, 0.005);
}

TEST(Random, NormalHasTheMomentsOfANormal) {
  Random random(11);
  double sum = 0, squares = 0, fourth = 0;
  constexpr int draws = 200000;
  for (int i = 0; i < draws; ++i) {
    const double z = random.normal();
    sum += z, squares += z * z, fourth += z * z * z * z;
  }
  EXPECT_NEAR(sum / draws, 0, 0.01);
  EXPECT_NEAR(squares / draws, 1, 0.02);
  EXPECT_NEAR(fourth / draws, 3, 0.15);
}

TEST(Random, ShuffleMakesEveryOrderEquallyOften) {
  Random random(2);
  std::vector<int> count(24, 0);
  for (int i = 0; i < 24000; ++i) {
    std::vector<int> items{0, 1, 2, 3};
    random.shuffle<int>(items);
    std::vector<int> order{0, 1, 2, 3};
    std::size_t rank = 0;
    while (order != items) ++rank, std::next_permutation(order.begin(), order.end());
    ++count[rank];
  }
  for (const int c : count) EXPECT_NEAR(c, 1000, 150);
}

}  // namespace
}  // namespace comac
