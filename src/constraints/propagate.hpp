// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comac/options.hpp"
#include "constraints/belief.hpp"
#include "constraints/groups.hpp"
#include "constraints/kept_colourings.hpp"

namespace comac {

/// What was said about the rows, in the form in which the optimiser honours it.
struct Constraints {
  Groups components = Groups::singletons(0);  ///< rows that must-links and labels tie together (funcMust)
  Adjacency exclusive;                        ///< components that may not share a cluster (funcCannot)
  Adjacency explicit_must;  ///< the must-links and labels themselves; classes are vertices behind the rows
  std::vector<Conflict> dropped;  ///< hard items that contradict others and so were left out
  /// Of `exclusive`; copies share them.
  std::shared_ptr<KeptColourings> colourings = std::make_shared<KeptColourings>();
};

/// Follows the hard must-links and labels to their connected components and lifts hard cannot-links to
/// these; soft items, and those that the belief has dropped already, are left alone.
/// Labels come first, then must-links, then cannot-links, each in the order given; an item that contradicts
/// the earlier ones is left out.
/// Almost linear in rows + labels + links; the pairs that labels imply are never listed.
Constraints propagate(const Belief& belief, std::size_t rows);

/// The same for what was said as it is. OnConflict::error: contradictions are an Error(data) that names them.
Constraints propagate(const SideInformation& known, std::size_t rows, OnConflict on_conflict);

/// How many exclusions of components and explicit must-links and labels these clusters do not honour.
/// O(rows + edges).
std::size_t count_broken(const Constraints& constraints, std::span<const std::uint32_t> cluster_of_row);

/// A copy in which every item is hard, for a start that honours as much as possible; those that are believed
/// most come first, and so prevail in conflicts.
SideInformation hardened(SideInformation known);

/// Throws Error(data) if an item names a row or a label that does not exist.
void check_rows(const SideInformation& known, std::size_t rows);

}  // namespace comac
