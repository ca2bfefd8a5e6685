// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "constraints/groups.hpp"

namespace comac {

/// The cluster of each group, and how many groups each cluster holds. move() is the only way to change it.
class Partition {
 public:
  Partition(std::size_t clusters, std::vector<std::uint32_t> cluster_of_group)
      : cluster_of_(std::move(cluster_of_group)), groups_in_(clusters, 0) {
    for (const auto cluster : cluster_of_) ++groups_in_[cluster];
    empty_ = static_cast<std::size_t>(std::ranges::count(groups_in_, 0U));
  }

  std::size_t clusters() const { return groups_in_.size(); }
  std::size_t groups() const { return cluster_of_.size(); }
  std::uint32_t of(std::size_t group) const { return cluster_of_[group]; }
  std::size_t groups_in(std::size_t cluster) const { return groups_in_[cluster]; }
  /// The first cluster that holds no group, if there is one. O(1) if there is none.
  std::optional<std::uint32_t> first_empty() const {
    if (empty_ == 0) return std::nullopt;
    return static_cast<std::uint32_t>(std::ranges::find(groups_in_, 0U) - groups_in_.begin());
  }
  const std::vector<std::uint32_t>& cluster_of_group() const { return cluster_of_; }

  void move(std::size_t group, std::uint32_t to) {
    assert(to < clusters());
    if (groups_in_[to]++ == 0) --empty_;
    if (--groups_in_[cluster_of_[group]] == 0) ++empty_;
    cluster_of_[group] = to;
  }

  std::vector<std::uint32_t> cluster_of_row(const Groups& groups) const {
    std::vector<std::uint32_t> result(groups.rows());
    for (std::size_t row = 0; row < result.size(); ++row) result[row] = of(groups.group_of(row));
    return result;
  }

 private:
  std::vector<std::uint32_t> cluster_of_;
  std::vector<std::size_t> groups_in_;
  std::size_t empty_ = 0;
};

}  // namespace comac
