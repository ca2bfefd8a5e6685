// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "constraints/groups.hpp"
#include "partition/partition.hpp"

namespace comac {

/// The clusters that a group may join (Y_pos of Algorithm 2): those without a group that it excludes; if
/// there is none, those with the fewest rows of such groups. O(K + number of excluded groups).
class Candidates {
 public:
  Candidates(const Groups& groups, const Adjacency& exclusive, std::size_t clusters);

  /// In order of cluster. Valid until the next call.
  std::span<const std::uint32_t> of(std::size_t group, const Partition& partition);

 private:
  const Groups& groups_;
  const Adjacency& exclusive_;
  std::vector<std::uint32_t> all_;
  std::vector<std::uint32_t> allowed_;
  std::vector<std::size_t> occurrences_;
};

}  // namespace comac
