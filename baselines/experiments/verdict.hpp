// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "compare.hpp"

namespace comac::experiments {

/// Whether a method is one of our own.
bool is_own(const Standing& standing);

/// The systems that did best, the best first: more than one where the first is ahead of the others by no more
/// than the deviation over the draws, the larger of the two. Expects the best first.
std::vector<Standing> leaders(const std::vector<Standing>& best_first);

/// One sentence: which did best and by how much, or which tie.
std::string verdict(const std::vector<Standing>& best_first);

/// The standings by their means, those that refused all last.
std::vector<Standing> best_first(std::vector<Standing> standings);

}  // namespace comac::experiments
