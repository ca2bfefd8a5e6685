// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace comac {

/// A row and how far it is; ties by index.
using Near = std::pair<double, std::uint32_t>;

/// The few nearest of many rows that are offered one after the other; ties by index.
class NearestFew {
 public:
  /// `count` > 0.
  explicit NearestFew(std::size_t count) : count_(count) {}

  void clear() {
    kept_.clear();
    kept_.reserve(2 * count_ + 64);
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
  const std::vector<Near>& sorted() {
    cut();
    std::sort(kept_.begin(), kept_.end());
    return kept_;
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
  std::vector<Near> kept_;
};

}  // namespace comac
