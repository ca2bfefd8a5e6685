// SPDX-License-Identifier: MIT
#include "neighbours/distances.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "base/vectorise.hpp"

namespace comac {
namespace {

COMAC_VECTORISE void add_squared_differences(const double* column, double x, double* out, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) out[j] += (column[j] - x) * (column[j] - x);
}

/// A value that, judging by every eighth, the `count` smallest should stay below with some room.
double likely_bound(std::span<const double> values, std::size_t count, std::vector<double>& scratch) {
  constexpr std::size_t step = 8;
  scratch.clear();
  for (std::size_t i = 0; i < values.size(); i += step) scratch.push_back(values[i]);
  const double expected = static_cast<double>(count) / step;
  const auto rank = static_cast<std::ptrdiff_t>(expected + 2 * std::sqrt(expected) + 1);
  if (rank >= std::ssize(scratch)) return std::numeric_limits<double>::infinity();
  std::nth_element(scratch.begin(), scratch.begin() + rank, scratch.end());
  return scratch[static_cast<std::size_t>(rank)];
}

/// Puts the values up to `bound` into `scratch`.
void keep_up_to(double bound, std::span<const double> values, std::vector<double>& scratch) {
  scratch.resize(values.size());
  std::size_t kept = 0;
  for (const double value : values) {
    scratch[kept] = value;  // no branch: overwritten by the next if too large
    kept += value <= bound ? 1 : 0;
  }
  scratch.resize(kept);
}

}  // namespace

void Distances::from(std::size_t i, std::size_t first, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t c = 0; c < columns_; ++c) {
    const double* column = by_column_.data() + c * rows_;
    add_squared_differences(column + first, column[i], out.data(), out.size());
  }
}

void Distances::from(std::span<const double> row, std::size_t first, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t c = 0; c < columns_; ++c) {
    add_squared_differences(by_column_.data() + c * rows_ + first, row[c], out.data(), out.size());
  }
}

double squared_distance(const TableView& rows, std::size_t a, std::size_t b) {
  double sum = 0;
  for (std::size_t c = 0; c < rows.columns; ++c) {
    const double difference = rows.at(a, c) - rows.at(b, c);
    sum += difference * difference;
  }
  return sum;
}

double sum_of_smallest(std::span<const double> values, std::size_t count, std::vector<double>& scratch) {
  count = std::min(count, values.size());
  if (count == 0) return 0;
  keep_up_to(likely_bound(values, count, scratch), values, scratch);
  if (scratch.size() < count) scratch.assign(values.begin(), values.end());
  const auto end = scratch.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(scratch.begin(), end - 1, scratch.end());
  std::sort(scratch.begin(), end);
  return std::accumulate(scratch.begin(), end, 0.0);
}

}  // namespace comac
