// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "chain/spectrum.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// How clearly a chain falls into each number of clusters, from `least` to `most`: after T steps the K-th
/// eigenvalue is what K clusters keep that fewer don't, and the next one what is lost by not taking one more.
/// The mean of l_K^T - l_(K+1)^T over the time scales T = 1 ... 2^17 by half powers of two.
std::vector<CountPoint> compare_counts(const Spectrum& spectrum, std::size_t least, std::size_t most);

/// The least number of clusters that classes and exclusions need, as far as it can be told.
std::size_t needed_clusters(const SideInformation& said, const Constraints& constraints);

/// The candidates for the number of clusters within the options' range, never fewer than are needed.
std::vector<CountPoint> candidate_counts(const Spectrum& spectrum, const SideInformation& said,
                                         const Constraints& constraints, const Options& options);

/// The clearest; the first of them at ties.
std::size_t clearest_count(const std::vector<CountPoint>& counts);

}  // namespace comac
