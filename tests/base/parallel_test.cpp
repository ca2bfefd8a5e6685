// SPDX-License-Identifier: MIT
#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <vector>

namespace comac {
namespace {

TEST(ParallelFor, VisitsEveryIndexOnceWhateverThreadsAndGrain) {
  for (const std::size_t threads : {1U, 2U, 7U}) {
    for (const std::size_t grain : {0U, 1U, 3U, 100U, 1000U}) {
      std::vector<std::atomic<int>> visits(257);
      parallel_for(visits.size(), grain, threads, [&](std::size_t begin, std::size_t end) {
        EXPECT_LE(end - begin, std::max<std::size_t>(grain, 1));
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
      });
      for (const auto& v : visits) ASSERT_EQ(v, 1) << threads << ' ' << grain;
    }
  }
}

TEST(ParallelFor, HasNothingToDoForZero) {
  parallel_for(0, 4, 3, [](std::size_t, std::size_t) { FAIL(); });
}

TEST(ParallelFor, RethrowsAfterAllThreadsHaveStopped) {
  for (const std::size_t threads : {1U, 2U, 7U}) {
    std::atomic<int> running = 0, calls = 0;
    const auto body = [&](std::size_t begin, std::size_t) {
      ++running, ++calls;
      const bool fails = begin >= 5;
      --running;
      if (fails) throw std::runtime_error("five");
    };
    EXPECT_THROW(parallel_for(100000, 1, threads, body), std::runtime_error);
    EXPECT_EQ(running, 0);
    EXPECT_LT(calls, 100000) << "the work goes on after an exception";
  }
}

TEST(ThreadCount, IsWhatWasAskedForOrAllCores) {
  EXPECT_EQ(thread_count(3), 3U);
  EXPECT_GE(thread_count(0), 1U);
}

}  // namespace
}  // namespace comac
