// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/result.hpp"

namespace comac {

/// The conflicts among `dropped` that share no item with an earlier one, in order.
std::vector<Dropped> independent_conflicts(const std::vector<Dropped>& dropped, const SideInformation& known);

/// J(a, b) of two rows.
using Similarity = std::function<double(std::uint32_t a, std::uint32_t b)>;

/// Which hard items to give up such that the others agree: of each conflict the least confident, then the
/// least plausible by the chain: the must-link between the least similar rows, the cannot-link between the
/// most similar ones (both ranked among all links), the label that the other labels around it speak against.
/// Conflicts are settled in rounds of up to 100, and after 20 rounds, or for items beyond them, the later
/// item of the order labels, must-links, cannot-links is given up. Each comes with its reason.
std::vector<Dropped> least_believed(const SideInformation& known, std::size_t rows,
                                    const Similarity& similarity);

/// `known` with these items soft: their trust becomes 0.8.
SideInformation softened(SideInformation known, const std::vector<Dropped>& items);

}  // namespace comac
