// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "comac/constraints/groups.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"

namespace comac {

/// What was said about the rows, in the form in which the optimiser honours it.
struct Constraints {
  Groups components = Groups::singletons(0);  ///< rows that must-links and labels tie together (funcMust)
  Adjacency exclusive;                        ///< components that may not share a cluster (funcCannot)
  Adjacency explicit_must;  ///< the must-links and labels themselves; classes are vertices behind the rows
  std::vector<Dropped> dropped;  ///< contradictions that were left out
};

/// Follows the hard must-links and labels to their connected components and lifts hard cannot-links to
/// these; soft items are left alone.
/// Labels come first, then must-links, then cannot-links, each in the order given; an item that contradicts
/// the earlier ones is an Error(data) that names the chain of items (OnConflict::error), or is left out.
/// Almost linear in rows + labels + links; the pairs that labels imply are never listed.
Constraints propagate(const SideInformation& known, std::size_t rows, OnConflict on_conflict);

/// A copy in which every item is hard, for a start that honours as much as possible.
SideInformation hardened(SideInformation known);

/// Throws Error(data) if an item names a row or a label that does not exist.
void check_rows(const SideInformation& known, std::size_t rows);

}  // namespace comac
