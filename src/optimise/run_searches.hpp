// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "comac/base/progress.hpp"
#include "comac/options.hpp"
#include "optimise/restarts.hpp"

namespace comac {

/// The searches of a method: restarts from random starts for the paper's algorithms; for comac on a sparse
/// chain one search that begins where coarse levels end.
template <class Chain>
std::vector<SearchState> run_searches(Problem<Chain> problem, const Options& options, ProgressGate& progress);

}  // namespace comac
