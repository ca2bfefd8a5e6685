// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "base/progress_gate.hpp"
#include "comac/data/table.hpp"
#include "neighbours/nearest.hpp"

namespace comac {

/// Some known rows that are near a known row: the transitions of a sparse chain, for instance.
using NearRows = std::function<std::span<const std::uint32_t>(std::size_t known_row)>;

/// nearest_known() for rows that come a few at a time, `rows` in all: the search is chosen by that number,
/// and what it needs is made once. The known rows must outlive it.
class NearestKnown {
 public:
  NearestKnown(const TableView& known, NearRows near, const NearestOptions& options, std::size_t rows);
  NearestKnown(NearestKnown&&) noexcept;
  ~NearestKnown();
  NearestLists of(const TableView& rows, ProgressGate& progress) const;

 private:
  struct Search;
  std::unique_ptr<Search> search_;
};

/// For each row of one table its nearest rows of another, which it is not part of: nearest first, ties by
/// index, the same for any number of threads. A known row that equals it is its nearest, at distance 0.
/// Exact where that is affordable: a k-d tree in few dimensions, else all distances. Otherwise the search
/// goes from near row to near row, beginning in leaves of random trees: O(log known) or so for each row.
/// NearestOptions::search says which; `near` is asked in the last case only. Both tables have whole rows.
NearestLists nearest_known(const TableView& rows, const TableView& known, const NearRows& near,
                           const NearestOptions& options, ProgressGate& progress);

}  // namespace comac
