// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace comac {

/// Which of `clusters` each piece joins if, two at a time, those merge that lose the least of I(Y1;Y2).
/// `between` holds the mass between pieces, a row after the other, symmetric. O(pieces^3).
std::vector<std::uint32_t> merge_pieces(const std::vector<double>& between, std::size_t pieces,
                                        std::size_t clusters);

}  // namespace comac
