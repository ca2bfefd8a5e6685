// SPDX-License-Identifier: MIT
#include "select/pool.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/random.hpp"

namespace comac {
namespace {

/// Two kinds: the first is right with the chance that it gives (.9), the second gives .9 and .1 at random.
PoolItems one_good_one_bad(std::size_t items, std::uint64_t seed, double good = 0.9) {
  Random random(seed);
  PoolItems held_out{2, 2, {}, {}};
  for (std::size_t i = 0; i < items; ++i) {
    const auto cluster = static_cast<std::uint32_t>(random.below(2));
    held_out.cluster.push_back(cluster);
    for (const double right : {good, 0.5}) {
      const std::uint32_t told = random.uniform() < right ? cluster : 1 - cluster;
      for (std::uint32_t c = 0; c < 2; ++c) held_out.bits.push_back(-std::log2(c == told ? 0.9 : 0.1));
    }
  }
  return held_out;
}

std::vector<std::size_t> folds_for(const PoolItems& items, std::size_t folds) {
  std::vector<std::size_t> fold(items.count());
  for (std::size_t i = 0; i < fold.size(); ++i) fold[i] = i * folds / fold.size();
  return fold;
}

TEST(Pool, BitsByHand) {
  const PoolItems one{1, 2, {1, 3}, {0}};  // chances 4 : 1
  EXPECT_NEAR(bits_by_pool(one, std::array{1.0})[0], std::log2(1.25), 1e-12);
  EXPECT_NEAR(bits_by_pool(one, std::array{0.0})[0], 1, 1e-12);
}

TEST(Pool, WeighsWhatIsCalibratedByOneAndChanceByNothing) {
  const PoolItems items = one_good_one_bad(4000, 1);
  const auto weights = fit_pool(items, std::array{0.5, 0.5}, 1);
  EXPECT_NEAR(weights[0], 1, 0.1);
  EXPECT_NEAR(weights[1], 0, 0.1);
}

/// The slow oracle: no weights on a grid do better.
TEST(Pool, FindsTheLeastOfItsObjective) {
  const PoolItems items = one_good_one_bad(60, 5, 0.8);
  const std::array first{0.5, 0.5};
  const auto objective = [&](double a, double b) {
    double sum = 6 * ((a - 0.5) * (a - 0.5) + (b - 0.5) * (b - 0.5));
    for (const double bits : bits_by_pool(items, std::array{a, b})) sum += bits;
    return sum;
  };
  const auto weights = fit_pool(items, first, 12);
  const double found = objective(weights[0], weights[1]);
  for (double a = 0; a <= 1.5; a += 0.05) {
    for (double b = 0; b <= 1.5; b += 0.05) EXPECT_LE(found, objective(a, b) + 1e-6);
  }
}

TEST(Pool, StaysWithWhatWasBelievedWhereNothingWasHeldOut) {
  EXPECT_EQ(fit_pool({2, 2, {}, {}}, std::array{1.0, 0.25}, 12), (std::vector{1.0, 0.25}));
}

TEST(Pool, IsAdoptedForEvidenceAndNotForNoise) {
  const std::array first{0.5, 0.5}, plain{0.0, 0.5};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PoolItems good = one_good_one_bad(100, seed), noise = one_good_one_bad(100, seed, 0.5);
    EXPECT_TRUE(judge_pool(good, folds_for(good, 5), first, plain, 12).adopted) << seed;
  }
  std::size_t adopted = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PoolItems noise = one_good_one_bad(100, seed, 0.5);
    adopted += judge_pool(noise, folds_for(noise, 5), first, plain, 12).adopted ? 1 : 0;
  }
  EXPECT_LE(adopted, 6U);  // chance has it in some
}

}  // namespace
}  // namespace comac
