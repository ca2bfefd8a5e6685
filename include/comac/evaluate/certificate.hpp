// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "comac/constraints/belief.hpp"
#include "comac/evaluate/verify.hpp"

namespace comac {

/// What became of one thing said.
struct Verdict {
  Status status = {};
  bool holds = true;  ///< in the clusters; a soft label holds if its cluster stands for its class
  /// Of a hard label that does not hold: one of its class in another cluster, or of each other class in its
  /// own.
  std::vector<ItemId> clashes = {};
};

/// Which of the things said were honoured. The lists are what the verdicts say.
struct Certificate {
  PerItem<Verdict> items;  ///< one verdict for each thing said
  std::size_t labels = 0;  ///< that were not dropped; so are the links
  std::size_t must_links = 0;
  std::size_t cannot_links = 0;
  std::size_t groups = 0;  ///< rows and must-link components that move as one
  Trust trust;
  /// The class that each cluster stands for: the one with the most hard labels in it, then the one with the
  /// most trust; none (UINT32_MAX) where no label is.
  std::vector<std::uint32_t> class_of_cluster = {};
  std::vector<std::string> warnings;  ///< e.g. more mutually exclusive groups than clusters

  /// Hard items that do not hold: links, then pairs of labels.
  std::vector<Violation> violated() const;
  /// Soft items that do not hold.
  std::vector<ItemId> outvoted() const;
  /// Items left out because of contradictions, and items made soft because of them.
  std::vector<Conflict> dropped() const;
  std::vector<Conflict> doubted() const;
};

}  // namespace comac
