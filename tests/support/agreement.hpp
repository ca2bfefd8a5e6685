// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace comac::test {

/// The share of rows that two groupings have in a cluster of the same number.
inline double agreement(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < a.size(); ++i) same += a[i] == b[i] ? 1 : 0;
  return static_cast<double>(same) / static_cast<double>(a.size());
}

}  // namespace comac::test
