// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "chain/sparse_chain.hpp"
#include "chain/spectrum.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// How clearly a chain falls into each number of clusters, from `least` to `most`: after T steps the K-th
/// eigenvalue is what K clusters keep that fewer don't, and the next one what is lost by not taking one more.
/// The mean of l_K^T - l_(K+1)^T over the time scales T = 1 ... 2^17 by half powers of two.
/// Eigenvalues that are not there count as 0.
std::vector<CountPoint> compare_counts(std::span<const double> values, std::size_t least, std::size_t most);

/// The eigenvalues of a chain, in descending order, without those of outliers: of pieces of a few rows, fewer
/// than are looked at around a row, that hardly touch the others. Each has one of its own, the chance to
/// stay there, and would count as a cluster that lasts. O(entries).
std::vector<double> values_without_outliers(const SparseChain& chain, const Spectrum& spectrum);

/// The least number of clusters that classes and exclusions need, as far as it can be told.
std::size_t needed_clusters(const SideInformation& said, const Constraints& constraints);

/// The candidates for the number of clusters of so many rows within the options' range, never fewer than are
/// needed.
std::vector<CountPoint> candidate_counts(std::span<const double> values, std::size_t rows,
                                         const SideInformation& said, const Constraints& constraints,
                                         const Options& options);

/// The clearest; the first of them at ties.
std::size_t clearest_count(const std::vector<CountPoint>& counts);

}  // namespace comac
