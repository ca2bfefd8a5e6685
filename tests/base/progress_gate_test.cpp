// SPDX-License-Identifier: MIT
#include "base/progress_gate.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace comac {
namespace {

TEST(ProgressGate, SeesAPartWithinTheParts) {
  std::vector<double> seen;
  const Progress progress = [&](const ProgressEvent& event) {
    seen.push_back(event.fraction);
    return true;
  };
  ProgressGate gate(progress);
  gate.report({"begin", 0});
  {
    const ProgressGate::Part part(gate, 0, 0.4);
    gate.report({"chain", 0.5});
    gate.report({"chain", 1});
  }
  {
    const ProgressGate::Part part(gate, 0.4, 1);
    {
      const ProgressGate::Part inner(gate, 0, 0.5);
      gate.report({"search", 0.5});
    }
    const ProgressGate::Part inner(gate, 0.5, 1);
    gate.report({"search", 0.5});
  }
  gate.report({"end", 1});
  const std::vector<double> expected{0, 0.2, 0.4, 0.55, 0.85, 1};
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_NEAR(seen[i], expected[i], 1e-12) << i;
}

TEST(ProgressGate, NeverFalls) {
  double last = 0;
  const Progress progress = [&](const ProgressEvent& event) {
    EXPECT_GE(event.fraction, last);
    EXPECT_LE(event.fraction, 1);
    last = event.fraction;
    return true;
  };
  ProgressGate gate(progress);
  for (const double fraction : {0.3, 0.1, -1.0, 0.6, 0.2, 7.0, 0.5})
    EXPECT_FALSE(gate.report({"x", fraction}));
  EXPECT_EQ(last, 1);
}

TEST(ProgressGate, StaysCancelled) {
  int calls = 0;
  const Progress progress = [&](const ProgressEvent&) { return ++calls < 3; };
  ProgressGate gate(progress);
  EXPECT_FALSE(gate.report({"x", 0}));
  EXPECT_FALSE(gate.report({"x", 0}));
  EXPECT_FALSE(gate.stopped());
  EXPECT_TRUE(gate.report({"x", 0}));
  EXPECT_TRUE(gate.report({"x", 0}));
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace comac
