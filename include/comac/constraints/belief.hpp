// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac {

/// How far the labels and the links as a whole were trusted.
struct Trust {
  double labels = 1;
  double links = 1;
  bool estimated = false;
};

/// Something said that contradicts other things said.
struct Conflict {
  ItemId item = {};
  std::string reason = {};  ///< one sentence: the chain of items that contradicts it
  /// That chain. Without any one of these items, or this one, the others agree.
  std::vector<ItemId> against = {};
};

/// How far one item is believed.
struct Status {
  enum class Kind : std::uint8_t { hard, soft, dropped } kind = Kind::hard;
  double trust = 1;
  /// Why it was dropped, or made soft though it was said to be hard; else none.
  std::shared_ptr<const Conflict> conflict = nullptr;

  bool is_hard() const { return kind == Kind::hard; }
  bool is_dropped() const { return kind == Kind::dropped; }
};

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
