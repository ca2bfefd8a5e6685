// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string_view>

namespace comac {

/// How far the work is. `fraction` runs from 0 to 1 within the named stage.
struct ProgressEvent {
  std::string_view stage;
  double fraction = 0;
};

/// Called now and then from any worker thread, never from two at once. Returns false to cancel.
using Progress = std::function<bool(const ProgressEvent&)>;

/// Lets many threads share one Progress; once it has cancelled, it stays so.
class ProgressGate {
 public:
  explicit ProgressGate(const Progress& progress) : progress_(progress) {}

  /// Returns whether the work shall stop.
  bool report(const ProgressEvent& event) {
    if (progress_ && !stopped_) {
      const std::lock_guard lock(mutex_);
      if (!stopped_ && !progress_(event)) stopped_ = true;
    }
    return stopped_;
  }
  bool stopped() const { return stopped_; }

 private:
  const Progress& progress_;
  std::mutex mutex_;
  std::atomic<bool> stopped_{false};
};

}  // namespace comac
