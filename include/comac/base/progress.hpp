// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

namespace comac {

/// How far the work is. `fraction` runs from 0 to 1 within the named stage.
struct ProgressEvent {
  std::string_view stage;
  double fraction = 0;
};

/// Called now and then from any worker thread, never from two at once. Returns false to cancel.
using Progress = std::function<bool(const ProgressEvent&)>;

}  // namespace comac
