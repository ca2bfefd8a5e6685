// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "base/progress_gate.hpp"
#include "optimise/search.hpp"
#include "optimise/search_plan.hpp"

namespace comac {

/// Carries out a plan: all searches, shared by the threads sweep by sweep; the same for any number of
/// threads, since the random numbers of a search depend on seed and index only. First those of `once`. If
/// cancelled, those that had begun, as they stand, which may be none. Where none honours everything, though
/// that is possible, and starts were left as they came (the paper's are), all run again from repaired ones.
template <class Chain>
std::vector<SearchState> carry_out(const SearchPlan<Chain>& plan, ProgressGate& progress);

/// The search that honours the most; among equals the one of least cost, then the first.
std::size_t best_restart(const std::vector<SearchState>& restarts);

/// How many ends are the best one, found again: they honour as much and cost the same but for rounding.
std::size_t times_best_was_found(const std::vector<SearchState>& restarts);

}  // namespace comac
