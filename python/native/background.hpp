// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <string>
#include <utility>

#include "comac/base/error.hpp"
#include "comac/base/progress.hpp"

namespace comac::python {

namespace py = pybind11;

/// Watches work that goes on in another thread: lets Python handle signals and tells it how far the work is.
class Watch {
 public:
  /// `on_progress` is None or called with a stage and a fraction; False cancels.
  explicit Watch(py::object on_progress) : on_progress_(std::move(on_progress)) {}

  /// What the work reports to, from any thread.
  Progress progress();
  /// To be called now and then with the GIL, in the thread that called us.
  void look();
  /// Throws what Python raised meanwhile: an exception of the callback, or of a handler of signals. An
  /// interrupt is thrown only if the work has nothing to show, since it asks for the best so far.
  void rethrow(bool has_result);
  bool interrupted() const { return interrupted_; }

 private:
  void keep_exception();

  py::object on_progress_;
  std::atomic<bool> cancel_ = false;
  bool interrupted_ = false;
  py::object failure_;  // the exception to raise
  std::mutex mutex_;
  std::string stage_;
  double fraction_ = -1;
};

/// Runs work(progress) in a thread of its own, without the GIL, so that other threads of Python go on, and
/// returns what it returns. Ctrl-C cancels; `interrupted`, if given, says whether that has happened.
template <class Work>
auto in_background(py::object on_progress, Work work, bool* interrupted = nullptr) {
  using namespace std::chrono_literals;
  Watch watch(std::move(on_progress));
  const Progress progress = watch.progress();
  auto result = std::async(std::launch::async, [&] { return work(progress); });
  for (;;) {
    {
      const py::gil_scoped_release release;
      if (result.wait_for(50ms) == std::future_status::ready) break;
    }
    watch.look();
  }
  try {
    auto value = result.get();
    watch.rethrow(true);
    if (interrupted != nullptr) *interrupted = watch.interrupted();
    return value;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) watch.rethrow(false);
    throw;
  }
}

}  // namespace comac::python
