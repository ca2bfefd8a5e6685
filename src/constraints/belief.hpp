// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac {

/// What was said, and how far each item is believed.
struct Belief {
  Belief() = default;
  /// Each item as hard or soft as its trust says.
  explicit Belief(SideInformation what);

  /// Leaves these items out.
  void drop(const std::vector<Conflict>& conflicts);
  /// Makes these items soft: their trust becomes 0.8.
  void doubt(const std::vector<Conflict>& conflicts);

  SideInformation said;  ///< with the trust that each item has; a dropped one keeps its own
  PerItem<Status> status;
};

}  // namespace comac
