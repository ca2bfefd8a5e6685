// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac {

/// How many rows a picture can hold.
struct SampleLimits {
  std::size_t all_up_to = 20'000;  ///< tables up to this size are drawn in full
  std::size_t sample = 5'000;      ///< rows drawn of larger ones
};

/// The rows to draw, ascending. Of a large table up to half the sample are rows that something is said about,
/// the others are drawn uniformly from the rest; always the same ones. O(rows).
std::vector<std::uint32_t> rows_to_draw(std::size_t rows, const SideInformation& known,
                                        const SampleLimits& limits = {});

}  // namespace comac
