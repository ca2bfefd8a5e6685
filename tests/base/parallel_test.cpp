// SPDX-License-Identifier: MIT
#include "base/parallel.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
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

TEST(ParallelFor, MayBeCalledWithinItself) {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    std::atomic<int> visits = 0;
    parallel_for(20, 1, threads, [&](std::size_t, std::size_t) {
      parallel_for(30, 4, threads, [&](std::size_t begin, std::size_t end) {
        parallel_for(end - begin, 1, threads, [&](std::size_t, std::size_t) { ++visits; });
      });
    });
    EXPECT_EQ(visits, 600);
  }
}

TEST(ParallelFor, CarriesExceptionsOutOfCallsWithinItself) {
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> caught = 0;
    const auto inner = [&] {
      parallel_for(50, 1, 3, [](std::size_t begin, std::size_t) {
        if (begin == 7) throw std::runtime_error("seven");
      });
    };
    parallel_for(6, 1, 3, [&](std::size_t begin, std::size_t) {
      try {
        inner();
      } catch (const std::runtime_error&) {
        ++caught;
      }
      if (begin % 2 == 0) {
        EXPECT_THROW(inner(), std::runtime_error);
      }
    });
    ASSERT_EQ(caught, 6);
    EXPECT_THROW(parallel_for(6, 1, 3, [&](std::size_t, std::size_t) { inner(); }), std::runtime_error);
  }
}

TEST(ParallelFor, ServesManyCallersAtOnce) {
  std::atomic<std::size_t> sum = 0;
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 6; ++caller) {
    callers.emplace_back([&] {
      for (int call = 0; call < 200; ++call) {
        parallel_for(10, 1, 4, [&](std::size_t begin, std::size_t end) { sum += end - begin; });
      }
    });
  }
  callers.clear();
  EXPECT_EQ(sum, 6U * 200 * 10);
}

TEST(ParallelFor, UsesTheSameThreadsAgain) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  for (int call = 0; call < 300; ++call) {
    parallel_for(8, 1, 4, [&](std::size_t, std::size_t) {
      const std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
    });
  }
  EXPECT_LE(seen.size(), 8U) << "the largest number that any test here asks for";
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// Leaves room for a few more stacks only, asks for many threads, and ends the process: 0 if all was done.
void work_with_little_room() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t room = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (40U << 20);
  const rlimit limit{room, room};
  setrlimit(RLIMIT_AS, &limit);
  std::atomic<int> visits = 0;
  parallel_for(1000, 1, 200, [&](std::size_t, std::size_t) { ++visits; });
  std::_Exit(visits == 1000 ? 0 : 1);
}

TEST(ParallelFor, DoesTheWorkWhereTheSystemRefusesThreads) {
  EXPECT_EXIT(work_with_little_room(), testing::ExitedWithCode(0), "");
}

TEST(ParallelFor, WorksInAForkOfTheProcess) {
  parallel_for(10, 1, 3, [](std::size_t, std::size_t) {});
  const pid_t child = fork();
  if (child == 0) {
    std::atomic<int> visits = 0;
    parallel_for(100, 1, 3, [&](std::size_t, std::size_t) { ++visits; });
    std::exit(visits == 100 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

TEST(ThreadCount, IsWhatWasAskedForOrAllCores) {
  EXPECT_EQ(thread_count(3), 3U);
  EXPECT_GE(thread_count(0), 1U);
}

}  // namespace
}  // namespace comac
