// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace comac {

/// How well a clustering agrees with the truth; each is 1 for equal partitions.
struct Scores {
  double nmi = 0;  ///< 2 I / (H + H), as in the paper
  double ari = 0;  ///< adjusted Rand index
  double ami = 0;  ///< adjusted mutual information, arithmetic mean
  double homogeneity = 0;
  double completeness = 0;
  double accuracy = 0;  ///< share of rows on the best one-to-one assignment
};

/// Ids may be any numbers; both spans have one entry for each row, or it is an Error(data). Equal partitions
/// score 1 even where a definition is 0 / 0. O(rows log rows + m^2 n), m <= n the numbers of classes and
/// clusters; the expectation in AMI is exact and costs O(sqrt(rows)) for each pair of different sizes.
Scores score(std::span<const std::uint32_t> truth, std::span<const std::uint32_t> found);

}  // namespace comac
