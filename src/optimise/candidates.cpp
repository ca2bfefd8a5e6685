// SPDX-License-Identifier: MIT
#include "optimise/candidates.hpp"

#include <algorithm>
#include <numeric>

namespace comac {

Candidates::Candidates(const Groups& groups, const Adjacency& exclusive, std::size_t clusters)
    : groups_(groups), exclusive_(exclusive), all_(clusters), occurrences_(clusters) {
  std::iota(all_.begin(), all_.end(), 0U);
  allowed_.reserve(clusters);
}

std::span<const std::uint32_t> Candidates::of(std::size_t group, const Partition& partition) {
  const auto excluded = exclusive_.of(group);
  if (excluded.empty()) return all_;
  std::fill(occurrences_.begin(), occurrences_.end(), 0);
  for (const auto other : excluded) occurrences_[partition.of(other)] += groups_.size(other);
  const std::size_t fewest = *std::min_element(occurrences_.begin(), occurrences_.end());
  allowed_.clear();
  for (const auto cluster : all_) {
    if (occurrences_[cluster] == fewest) allowed_.push_back(cluster);
  }
  return allowed_;
}

}  // namespace comac
