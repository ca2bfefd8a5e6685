// SPDX-License-Identifier: MIT
#include "base/checkpoint.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "base/parallel.hpp"

namespace comac {
namespace {

const Progress never = [](const ProgressEvent&) { return false; };

TEST(Checkpoint, DoesNothingWhereNobodyCanInterrupt) { EXPECT_NO_THROW(checkpoint()); }

TEST(Checkpoint, ThrowsOnceTheRunIsToStop) {
  int questions = 0;
  const Progress third = [&](const ProgressEvent&) { return ++questions < 3; };
  ProgressGate gate(third);
  const Checkpoints inside(gate);
  EXPECT_NO_THROW(checkpoint());
  EXPECT_NO_THROW(checkpoint());
  EXPECT_THROW(checkpoint(), Error);
  EXPECT_THROW(checkpoint(), Error);
  EXPECT_EQ(questions, 3) << "asked again after it has stopped";
}

TEST(Checkpoint, AsksTheInnermostGate) {
  ProgressGate stops(never);
  const Checkpoints outer(stops);
  {
    const Progress nobody;
    ProgressGate goes_on(nobody);
    const Checkpoints inner(goes_on);
    EXPECT_NO_THROW(checkpoint());
  }
  EXPECT_THROW(checkpoint(), Error);
}

TEST(Checkpoint, ThreadsThatHelpAskTheGateOfTheWork) {
  ProgressGate gate(never);
  std::atomic<int> done = 0;
  const auto work = [&] {
    const Checkpoints inside(gate);
    parallel_for(64, 1, 4, [&](std::size_t, std::size_t) {
      checkpoint();
      ++done;
    });
  };
  EXPECT_FALSE(finished(work));
  EXPECT_EQ(done, 0);
  parallel_for(64, 1, 4, [&](std::size_t, std::size_t) {  // the same threads, for others
    checkpoint();
    ++done;
  });
  EXPECT_EQ(done, 64);
}

TEST(Checkpoint, OnlyInterruptsAreCaught) {
  EXPECT_TRUE(finished([] {}));
  EXPECT_THROW(finished([] { throw Error(ErrorCode::data, "bad"); }), Error);
}

}  // namespace
}  // namespace comac
