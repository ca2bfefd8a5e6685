// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// In a list: set if the row came in since the last round, so that what is near it hasn't been looked at.
inline constexpr std::uint32_t is_new = std::uint32_t{1} << 31;
inline constexpr std::uint32_t row_mask = is_new - 1;
/// Where a list isn't full yet.
inline constexpr std::uint32_t no_row = row_mask;

/// The nearest rows found so far of every row, nearest first, ties by index.
template <class Real>
struct CandidateLists {
  std::size_t rows;
  std::size_t count;
  UnfilledVector<std::uint32_t> row;  ///< list after list; with is_new
  std::vector<Real> distance;

  CandidateLists(std::size_t of_rows, std::size_t nearest)
      : rows(of_rows),
        count(nearest),
        row(of_rows * nearest, no_row),
        distance(of_rows * nearest, std::numeric_limits<Real>::infinity()) {}
};

/// Whether a row is in a list. No branches: nearly always it isn't.
inline bool holds(const std::uint32_t* list, std::size_t count, std::uint32_t row) {
  bool found = false;
  for (std::size_t n = 0; n < count; ++n) found |= (list[n] & row_mask) == row;
  return found;
}

/// One list. Rows go in once.
template <class Real>
class OpenList {
 public:
  OpenList(std::uint32_t* row, Real* distance, std::size_t count)
      : row_(row), distance_(distance), count_(count) {}

  /// Rows that aren't nearer than this have no place.
  Real bound() const { return distance_[count_ - 1]; }

  /// Puts a row in its place, as a new one, and drops the last, unless it is there.
  void offer(Real distance, std::uint32_t row) {
    if (distance > bound() || holds(row_, count_, row)) return;
    std::size_t place = count_ - 1;
    if (distance == bound() && (row_[place] & row_mask) < row) return;
    for (; place > 0 && before(distance, row, place - 1); --place) {
      row_[place] = row_[place - 1];
      distance_[place] = distance_[place - 1];
    }
    row_[place] = row | is_new;
    distance_[place] = distance;
  }

 private:
  bool before(Real distance, std::uint32_t row, std::size_t place) const {
    return distance < distance_[place] || (distance == distance_[place] && row < (row_[place] & row_mask));
  }

  std::uint32_t* row_;
  Real* distance_;
  std::size_t count_;
};

}  // namespace comac
