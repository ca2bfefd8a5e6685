// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// How far the values of a column lie apart, whatever a few outliers do.
struct Spread {
  double lowest = 0;
  double highest = 0;
  double median = 0;
  /// The deviation of the values once they are pulled in to the middle nine tenths and half their width on
  /// either side: that of a normal distribution stays what it is. Where these tenths are one value, the plain
  /// deviation. Of a column of two values the distance over sqrt(2), however rare one of them is. 0 for a
  /// constant column.
  double width = 0;
  bool indicator = false;  ///< the column says whether a row is of a category: nothing is measured
};

/// One for each column. O(rows columns).
std::vector<Spread> spreads_of(const TableView& table);

}  // namespace comac
