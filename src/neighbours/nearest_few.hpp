// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "neighbours/nearest.hpp"

namespace comac {

/// The few nearest of many rows that are offered one after the other; ties by index.
class NearestFew {
 public:
  /// `count` > 0.
  explicit NearestFew(std::size_t count) : count_(count) { kept_.reserve(2 * count + 64); }

  void clear() {
    kept_.clear();
    bound_ = std::numeric_limits<double>::infinity();
  }
  /// Rows farther than this need not be offered.
  double bound() const { return bound_; }

  void offer(double distance, std::uint32_t row) {
    if (distance > bound_) return;
    kept_.emplace_back(distance, row);
    if (kept_.size() == kept_.capacity()) cut();
  }

  /// All that are wanted, nearest first; fewer where fewer were offered.
  const std::vector<std::pair<double, std::uint32_t>>& sorted() {
    cut();
    std::sort(kept_.begin(), kept_.end());
    return kept_;
  }

  /// Puts the list of row i in its place. Enough rows have been offered.
  void store(std::size_t i, NearestLists& lists) {
    const auto& nearest = sorted();
    for (std::size_t n = 0; n < lists.count; ++n) {
      lists.row[i * lists.count + n] = nearest[n].second;
      lists.distance[i * lists.count + n] = nearest[n].first;
    }
  }

 private:
  void cut() {
    if (kept_.size() < count_) return;
    const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
    std::nth_element(kept_.begin(), last, kept_.end());
    bound_ = last->first;
    kept_.resize(count_);
  }

  std::size_t count_;
  double bound_ = std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, std::uint32_t>> kept_;
};

}  // namespace comac
