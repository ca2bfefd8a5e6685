// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "constraints/belief.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// The conflicts that share no item with an earlier one, in order.
std::vector<Conflict> independent_conflicts(const std::vector<Conflict>& conflicts);

/// J(a, b) of two rows.
using Similarity = std::function<double(std::uint32_t a, std::uint32_t b)>;

/// Which hard items to give up such that the others agree: of each conflict the least confident, then the
/// least plausible by the chain: the must-link between the least similar rows, the cannot-link between the
/// most similar ones (both ranked among all links), the label that the other labels around it speak against.
/// Conflicts are resolved in rounds of up to 100, and after 20 rounds, or for items beyond them, the later
/// item of the order labels, must-links, cannot-links is given up. Each comes with its reason.
std::vector<Conflict> least_believed(Belief belief, std::size_t rows, const Similarity& similarity);

/// What is believed once nothing contradicts anything, and what follows from it.
struct Resolved {
  Belief belief;
  Constraints constraints;
};

/// Throws Error(data) for contradictions, or drops or doubts the items that are believed least.
Resolved resolve(SideInformation said, std::size_t rows, OnConflict on_conflict,
                 const Similarity& similarity);

/// Doubts all hard items that take part in a contradiction, and no others: nobody said which of them is
/// wrong. Beyond a hundred contradictions at a time only the later item of each is found.
Resolved doubt_all_involved(SideInformation said, std::size_t rows);

}  // namespace comac
