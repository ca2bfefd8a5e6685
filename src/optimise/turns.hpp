// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "base/progress_gate.hpp"
#include "optimise/search.hpp"

namespace comac {

/// Runs searches 0 .. count-1 to their ends, in the order of their indices, those left out that hadn't begun
/// when all was cancelled. Searches are handed out sweep by sweep: whichever thread is free takes the one
/// that has waited longest, so that at the end none is left with a whole search while the others have nothing
/// to do.
std::vector<SearchState> run_in_turns(std::size_t count,
                                      const std::function<std::unique_ptr<Search>(std::size_t index)>& begin,
                                      std::size_t threads, ProgressGate& progress);

}  // namespace comac
