// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neighbours/distinct_rows.hpp"
#include "neighbours/known_sample.hpp"
#include "neighbours/points.hpp"

namespace comac {

/// Where the middle of the rows is and how far they spread: large offsets would eat up the few digits of a
/// float, and squares of large numbers would not fit. Medians of a sample, so that rows far away don't
/// matter.
class PointFrame {
 public:
  explicit PointFrame(const DistinctRows& rows, std::uint64_t seed);

  /// Whether floats tell near rows from one another: they may move a row by a thousandth of the distance of
  /// its neighbours.
  bool suits_floats(const KnownSample& known) const;

  /// The rows in the given order. Rows too far away for the digits are drawn nearer.
  template <class Real>
  Points<Real> points(std::span<const std::uint32_t> order, std::size_t threads, const RowsDone& done) const;

 private:
  const DistinctRows& rows_;
  std::vector<double> centre_;
  double scale_ = 1;  // a power of 2: rounds nothing
};

}  // namespace comac
