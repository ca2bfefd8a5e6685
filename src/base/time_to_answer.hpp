// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "base/progress_gate.hpp"

namespace comac {

/// The time in which an interrupted run that has nothing to show yet makes something: it stops by itself, so
/// that the answer is there within a second of the interrupt, with what else is to be told and written.
class TimeToAnswer {
 public:
  TimeToAnswer() = default;
  TimeToAnswer(const TimeToAnswer&) = delete;
  TimeToAnswer& operator=(const TimeToAnswer&) = delete;
  ProgressGate& gate() { return gate_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds long_enough{300};

  const Clock::time_point end_ = Clock::now() + long_enough;
  const Progress progress_ = [this](const ProgressEvent&) { return Clock::now() < end_; };
  ProgressGate gate_{progress_};
};

}  // namespace comac
