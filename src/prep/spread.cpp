// SPDX-License-Identifier: MIT
#include "prep/spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace comac {
namespace {

/// The value of a rank, counted from 0, if the values were sorted.
double ranked(std::vector<double>& values, std::size_t rank) {
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::ranges::nth_element(values, place);
  return *place;
}

double deviation(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (count - 1));
}

double width_of(std::vector<double>& values, const Spread& column) {
  const bool two_values = std::ranges::all_of(
      values, [&](double value) { return value == column.lowest || value == column.highest; });
  if (two_values) return (column.highest - column.lowest) / std::numbers::sqrt2;
  const std::size_t twentieth = values.size() / 20;
  const double low = ranked(values, twentieth), high = ranked(values, values.size() - 1 - twentieth);
  const double half = (high - low) / 2;
  if (half > 0) {
    for (double& value : values) value = std::clamp(value, low - half, high + half);
  }
  return deviation(values);
}

/// Works on the values times a power of two that brings them near 1: it loses no bit, and their squares are
/// numbers.
Spread spread_of(std::vector<double> values) {
  const auto [lowest, highest] = std::ranges::minmax(values);
  Spread column{lowest, highest, lowest, 0};
  if (!(lowest < highest)) return column;
  const double largest = std::max(std::abs(lowest), std::abs(highest));
  const double unit = std::ldexp(1, -std::clamp(std::ilogb(largest), -1000, 1000));
  for (double& value : values) value *= unit;
  const Spread near_one{lowest * unit, highest * unit, 0, 0};
  column.median = ranked(values, values.size() / 2) / unit;
  column.width = std::min(width_of(values, near_one) / unit, std::numeric_limits<double>::max());
  return column;
}

}  // namespace

std::vector<Spread> spreads_of(const TableView& table) {
  std::vector<Spread> spreads(table.columns);
  if (table.rows == 0) return spreads;
  std::vector<double> values(table.rows);
  for (std::size_t c = 0; c < table.columns; ++c) {
    spreads[c].indicator = table.is_indicator(c);
    if (spreads[c].indicator) continue;
    for (std::size_t r = 0; r < table.rows; ++r) values[r] = table.at(r, c);
    spreads[c] = spread_of(values);
  }
  return spreads;
}

}  // namespace comac
