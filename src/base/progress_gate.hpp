// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

#include "comac/base/progress.hpp"

namespace comac {

/// Lets many threads share one Progress; once it has cancelled, it stays so. A run is made of parts, and
/// these of parts again; each reports how far it is itself.
class ProgressGate {
 public:
  explicit ProgressGate(const Progress& progress) : progress_(progress) {}

  /// Takes how much of the present part is done. Returns whether the work shall stop.
  bool report(const ProgressEvent& event) {
    if (progress_ && !stopped_) {
      const std::lock_guard lock(mutex_);
      done_ = std::max(done_, begin_ + (end_ - begin_) * std::clamp(event.fraction, 0.0, 1.0));
      stage_ = event.stage;
      tell();
    }
    return stopped_;
  }
  /// The same where no more is done: only to ask whether the work shall stop.
  bool report_again() {
    if (progress_ && !stopped_) {
      const std::lock_guard lock(mutex_);
      tell();
    }
    return stopped_;
  }
  bool stopped() const { return stopped_; }

  /// While it lives, what is reported is what lies between `begin` and `end` of the part around it. To be
  /// made where one thread is at work.
  class Part {
   public:
    Part(ProgressGate& gate, double begin, double end)
        : gate_(gate), outer_begin_(gate.begin_), outer_end_(gate.end_) {
      const double length = outer_end_ - outer_begin_;
      gate_.enter(outer_begin_ + length * begin, outer_begin_ + length * end);
    }
    ~Part() { gate_.enter(outer_begin_, outer_end_); }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

   private:
    ProgressGate& gate_;
    double outer_begin_, outer_end_;
  };

 private:
  void tell() {
    if (!stopped_ && !progress_({stage_, done_})) stopped_ = true;
  }
  void enter(double begin, double end) {
    const std::lock_guard lock(mutex_);
    begin_ = begin, end_ = end;
  }

  const Progress& progress_;
  std::mutex mutex_;
  double begin_ = 0, end_ = 1;  // of the present part
  double done_ = 0;
  std::string stage_;
  std::atomic<bool> stopped_{false};
};

}  // namespace comac
