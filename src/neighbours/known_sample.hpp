// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "neighbours/distinct_rows.hpp"
#include "neighbours/nearest.hpp"
#include "neighbours/nearest_few.hpp"

namespace comac {

/// Some rows whose nearest are known from all distances, to measure what a search has found.
class KnownSample {
 public:
  /// O(rows columns). `rows` must outlive this.
  KnownSample(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done);

  /// Puts the distinct rows found near d in `near`, nearest first.
  using Found = std::function<void(std::size_t d, std::vector<Near>& near)>;
  /// Share of the true nearest rows that were found: rows as near as the farthest of them count too, whatever
  /// their index.
  double recall_of(const Found& found) const;

  struct Row {
    std::size_t distinct;  ///< what it equals
    double farthest_row;   ///< squared distance of the last of its nearest rows
    double farthest;       ///< and of the last of the nearest distinct rows
  };
  std::span<const Row> rows() const { return sample_; }

 private:
  const DistinctRows& rows_;
  std::size_t count_;
  std::vector<Row> sample_;
};

}  // namespace comac
