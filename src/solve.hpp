// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "chain/dense_chain.hpp"
#include "chain/sparse_chain.hpp"
#include "comac/base/progress.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"
#include "constraints/propagate.hpp"
#include "optimise/search.hpp"

namespace comac {

/// Throws Error(data) if an item names a row that does not exist, or if hard items contradict one another:
/// before the long work begins.
void check_known(const SideInformation& known, std::size_t rows, const Options& options);

/// The searches of the method; hard items hold in each, soft ones may be outvoted.
template <class Chain>
std::vector<SearchState> search(const Chain& chain, const SideInformation& said,
                                const Constraints& constraints, const Options& options,
                                ProgressGate& progress);

/// How far to trust what is known: as told, or, for automatic_trust, as the data suggest.
template <class Chain>
Trust decide_trust(const Chain& chain, const SideInformation& known, const Options& options,
                   ProgressGate& progress);

/// From a chain to a result: trust, restarts, the best of them, sizes and certificate; sigma and the times of
/// other stages are left to the caller. Throws Error(interrupted) if it is cancelled before there is a
/// result.
template <class Chain>
Result solve(const Chain& chain, const SideInformation& known, const Options& options,
             ProgressGate& progress);

}  // namespace comac
