// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

namespace comac {

/// How far a run is.
struct ProgressEvent {
  std::string_view stage;  ///< what is being done
  double fraction = 0;     ///< of the whole run that is done, from 0 to 1; it never falls
};

/// Called now and then from any worker thread, never from two at once. Returns false to cancel.
using Progress = std::function<bool(const ProgressEvent&)>;

}  // namespace comac
