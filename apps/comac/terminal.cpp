// SPDX-License-Identifier: MIT
#include "terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "comac/base/error.hpp"
#include "paint.hpp"
#include "report/text.hpp"

namespace comac::app {
namespace {

std::atomic<bool> interrupt_seen{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch a lock-free flag");

constexpr std::size_t bar_width = 30;
constexpr std::size_t line_width = bar_width + 34;

void write_error_stream(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void say_in(std::string_view colour, std::string_view text) {
  if (takes_colours(STDERR_FILENO)) {
    write_error_stream(fmt::format("\x1b[{}mcomac:\x1b[0m {}\n", colour, visible(text)));
  } else {
    write_error_stream(fmt::format("comac: {}\n", visible(text)));
  }
}

}  // namespace

bool person_reads() { return isatty(STDERR_FILENO) == 1; }

void say(std::string_view text) { write_error_stream(fmt::format("{}\n", visible(text))); }
void say_summary(std::string_view text) {
  const std::string shown = visible(text);
  write_error_stream(takes_colours(STDERR_FILENO) ? paint_parts(shown) : shown);
}
void say_error(std::string_view text) { say_in("1;31", text); }
void say_warning(std::string_view text) { say_in("1;33", text); }

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw Error(ErrorCode::no_output, "standard output cannot be written; is the disk full?");
  }
}

ProgressBar::~ProgressBar() {
  if (drawn_) write_error_stream(fmt::format("\r{:{}}\r", "", line_width));
}

void ProgressBar::show(const ProgressEvent& event) {
  const auto now = Clock::now();
  if (!visible_ || now < due_) return;
  due_ = now + std::chrono::milliseconds(100);
  drawn_ = true;
  const double fraction = std::clamp(event.fraction, 0.0, 1.0);
  const auto filled = static_cast<std::size_t>(fraction * bar_width);
  const std::string line = fmt::format("{:<18.18} [{:#<{}}{:{}}] {:3.0f} %", event.stage, "", filled, "",
                                       bar_width - filled, 100 * fraction);
  write_error_stream(fmt::format("\r{:<{}}", line, line_width));
}

InterruptGuard::InterruptGuard() {
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupt_seen = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, &previous_interrupt_);
  sigaction(SIGTERM, &action, &previous_terminate_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &previous_interrupt_, nullptr);
  sigaction(SIGTERM, &previous_terminate_, nullptr);
}

bool InterruptGuard::interrupted() { return interrupt_seen; }

}  // namespace comac::app
