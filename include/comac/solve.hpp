// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "comac/base/progress.hpp"
#include "comac/chain/dense_chain.hpp"
#include "comac/constraints/propagate.hpp"
#include "comac/optimise/search.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"

namespace comac {

/// Throws Error(data) unless `matrices` matrices of rows^2 numbers and the restarts' tables fit in memory.
/// Powers of the chain (--relaxation) are counted in.
void check_memory(std::size_t rows, std::size_t matrices, const Options& options);

/// Throws Error(data) if an item names a row that does not exist, or if hard items contradict one another:
/// before the long work begins.
void check_known(const SideInformation& known, std::size_t rows, const Options& options);

/// Restarts of the search; hard items hold in each, soft ones may be outvoted.
std::vector<SearchState> search(const DenseChain& chain, const SideInformation& said,
                                const Constraints& constraints, const Options& options,
                                ProgressGate& progress);

/// How far to trust what is known: as told, or, for automatic_trust, as the data suggest.
Trust decide_trust(const DenseChain& chain, const SideInformation& known, const Options& options,
                   ProgressGate& progress);

/// From a chain to a result: trust, restarts, the best of them, sizes and certificate; sigma and the times of
/// other stages are left to the caller. Throws Error(interrupted) if it is cancelled before there is a
/// result.
Result solve(const DenseChain& chain, const SideInformation& known, const Options& options,
             ProgressGate& progress);

}  // namespace comac
