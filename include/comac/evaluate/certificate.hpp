// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac {

/// A hard item that a partition does not honour: a link, named twice, or two labels that clash, of one class
/// in two clusters or of two classes in one.
struct Violation {
  ItemId item;
  ItemId other;
  friend bool operator==(const Violation&, const Violation&) = default;
};

/// Checks labels against everything that was said and is hard. Reads only input and output: it shares no code
/// with the engine. First the links in their order, then the classes: one violation for each class that is
/// split and one for each pair of classes that meet, by label. Throws Error(data) for a row that has no
/// cluster. O(links + labels log labels + pairs that meet).
std::vector<Violation> verify(const SideInformation& known, std::span<const std::uint32_t> cluster);

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

/// What a label or link costs.
struct ItemCost {
  ItemId item = {};
  double bits = 0;  ///< gained if it alone were lifted
  bool soft = false;
  bool violated = false;
};

/// A row beside the clusters.
struct RowMargins {
  std::uint32_t row = 0;
  std::vector<double> bits;     ///< for each cluster: what the cost would rise by if the row alone went there
  std::vector<bool> allowed;    ///< for each cluster: no hard cannot-link or label of its group is against it
  std::vector<ItemId> held_by;  ///< items that name the row
};

struct Explanation {
  std::vector<ItemCost> ranking;  ///< the most expensive first, ties in order
  std::vector<RowMargins> rows;
};

}  // namespace comac
