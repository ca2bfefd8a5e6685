// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "optimise/search.hpp"
#include "optimise/search_plan.hpp"

namespace comac {

/// A search that goes a route of the plan, which must outlive it, from its start. Random numbers depend on
/// the plan's seed and the index only. A coarse start must have been made a given one.
template <class Chain>
std::unique_ptr<Search> begin_search(const SearchPlan<Chain>& plan, const Route<Chain>& route,
                                     std::size_t index);

}  // namespace comac
