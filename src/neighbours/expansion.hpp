// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "neighbours/distinct_rows.hpp"
#include "neighbours/nearest.hpp"
#include "neighbours/nearest_few.hpp"

namespace comac {

/// From distinct rows back to the rows they stand for. One for each thread.
class Expansion {
 public:
  Expansion(const DistinctRows& rows, std::size_t count, bool beyond_equals = false)
      : rows_(rows), wanted_(count + 1), beyond_equals_(beyond_equals) {}

  /// The count + 1 rows nearest to those that d stands for, one of themselves among them, nearest first, ties
  /// by index. `near` are distinct rows other than d in the same order: `count` of them, or all there are.
  std::span<const Near> rows_near(std::size_t d, std::span<const Near> near);

  /// Puts the lists of all rows that d stands for in their places.
  void store(std::size_t d, std::span<const Near> near, NearestLists& lists);

 private:
  void take(double distance, std::size_t d);
  /// The list of the j-th row that d stands for where equals take turns, see NearestOptions.
  std::span<const Near> list_in_turn(std::size_t d, std::size_t j, std::span<const Near> near);

  const DistinctRows& rows_;
  std::size_t wanted_;
  bool beyond_equals_;
  std::vector<Near> found_;
};

}  // namespace comac
