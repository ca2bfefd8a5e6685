// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "base/progress_gate.hpp"
#include "chain/sparse_chain.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"
#include "constraints/propagate.hpp"
#include "select/choose.hpp"

namespace comac {

/// The least number of clusters that classes and exclusions need, as far as it can be told: for so many a
/// colouring was found.
std::size_t needed_clusters(const SideInformation& said, const Constraints& constraints);

/// Rows without any structure that vary as these do: each is a sum of 32 of the rows, drawn and signed at
/// random, so that it is nearly normal with their covariance. O(rows columns).
Table structureless_like(const TableView& rows, std::uint64_t seed);

/// How many clusters a chain falls into, see compare_counts(), within the options' range and never fewer than
/// are needed. Where `rows` are at hand, they are looked at by the kernel that leaves no row alone. Labelled
/// classes are clusters; there are more where another number stands out, and is stronger. If nothing stands
/// out and the rows relax hardly more slowly than structureless ones do, it is one.
CountFinding find_count(const SparseChain& chain, const RowsOfTable* rows, const SideInformation& known,
                        const Options& options, ProgressGate& progress);

}  // namespace comac
