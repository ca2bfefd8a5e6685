// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <csignal>
#include <string_view>

#include "comac/base/progress.hpp"

namespace comac::app {

/// One line on standard error: "comac: text", in colour on a terminal unless NO_COLOR is set.
void say_error(std::string_view text);
void say_warning(std::string_view text);
/// One line on standard error as it is.
void say(std::string_view text);
/// Lines on standard error, each with a word that says what it is about, see paint_parts().
void say_summary(std::string_view text);
/// Whether a person reads standard error.
bool person_reads();

/// The result, on standard output. Throws Error(no_output) if that cannot be written.
void print(std::string_view text);

/// A bar on standard error for work that takes more than half a second; gone when it ends.
class ProgressBar {
 public:
  explicit ProgressBar(bool visible) : visible_(visible) {}
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

  void show(const ProgressEvent& event);

 private:
  using Clock = std::chrono::steady_clock;

  bool visible_;
  bool drawn_ = false;
  Clock::time_point due_ = Clock::now() + std::chrono::milliseconds(500);
};

/// While it lives, Ctrl-C and SIGTERM set a flag instead of ending the process; a second one ends it.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  static bool interrupted();

 private:
  struct sigaction previous_interrupt_ = {};
  struct sigaction previous_terminate_ = {};
};

}  // namespace comac::app
