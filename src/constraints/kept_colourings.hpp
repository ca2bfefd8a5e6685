// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

#include "constraints/feasibility.hpp"

namespace comac {

/// Searches for proper colourings of one graph, each made once: one may take a second, and every search for
/// clusters wants to know, and so does the certificate.
class KeptColourings {
 public:
  /// O(1) when asked again.
  const ColouringAttempt& of(const Adjacency& graph, std::size_t colours) {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(colours);
    if (found != kept_.end()) return found->second;
    ColouringAttempt attempt = try_colouring(graph, colours);  // may be interrupted
    return kept_[colours] = std::move(attempt);
  }
  /// Does without from now on.
  void give_up(std::size_t colours) {
    const std::lock_guard lock(mutex_);
    kept_.try_emplace(colours, ColouringAttempt{{}, false, {}});
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, ColouringAttempt> kept_;
};

}  // namespace comac
