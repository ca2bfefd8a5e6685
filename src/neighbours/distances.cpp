// SPDX-License-Identifier: MIT
#include "comac/neighbours/distances.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "comac/base/vectorise.hpp"

namespace comac {
namespace {

COMAC_VECTORISE void add_squared_differences(const double* column, double x, double* out, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) out[j] += (column[j] - x) * (column[j] - x);
}

}  // namespace

Distances::Distances(const Table& table)
    : rows_(table.rows), columns_(table.columns), by_column_(table.values.size()) {
  for (std::size_t r = 0; r < rows_; ++r) {
    for (std::size_t c = 0; c < columns_; ++c) by_column_[c * rows_ + r] = table.at(r, c);
  }
}

void Distances::from(std::size_t i, std::size_t first, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t c = 0; c < columns_; ++c) {
    const double* column = by_column_.data() + c * rows_;
    add_squared_differences(column + first, column[i], out.data(), out.size());
  }
}

double sum_of_smallest(std::span<const double> values, std::size_t count, std::vector<double>& scratch) {
  count = std::min(count, values.size());
  if (count == 0) return 0;
  scratch.clear();
  double threshold = std::numeric_limits<double>::infinity();
  // Collect what may be among the smallest; whenever twice as many have come together, keep the better half.
  const auto keep_smallest = [&] {
    const auto last = scratch.begin() + static_cast<std::ptrdiff_t>(count) - 1;
    std::nth_element(scratch.begin(), last, scratch.end());
    threshold = *last;
    scratch.resize(count);
  };
  for (const double value : values) {
    if (value >= threshold) continue;
    scratch.push_back(value);
    if (scratch.size() == 2 * count) keep_smallest();
  }
  if (scratch.size() > count) keep_smallest();
  std::sort(scratch.begin(), scratch.end());
  return std::accumulate(scratch.begin(), scratch.end(), 0.0);
}

}  // namespace comac
