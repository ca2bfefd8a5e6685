// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "comac/data/table.hpp"

namespace comac {

/// Numbers that are added up side by side: the order of additions is the same on every machine.
template <class Real>
inline constexpr std::size_t point_lanes = 64 / sizeof(Real);

/// Rows of numbers in fewer digits than the table's, each on whole lines of the cache, filled up with 0.
template <class Real>
class Points {
 public:
  static constexpr std::size_t lanes = point_lanes<Real>;

  Points(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), blocks_((columns + lanes - 1) / lanes), values_(rows * blocks_) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  /// Blocks of `lanes` numbers in a row.
  std::size_t blocks() const { return blocks_; }
  /// Numbers in a row, those that fill it up included.
  std::size_t width() const { return blocks_ * lanes; }
  const Real* row(std::size_t i) const { return values_[i * blocks_].number; }
  Real* row(std::size_t i) { return values_[i * blocks_].number; }

 private:
  struct alignas(64) Block {
    Real number[lanes];
  };

  std::size_t rows_;
  std::size_t columns_;
  std::size_t blocks_;
  UnfilledVector<Block> values_;
};

}  // namespace comac
