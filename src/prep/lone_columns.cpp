// SPDX-License-Identifier: MIT
#include "prep/lone_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace comac {
namespace {

constexpr std::size_t bins = 8, fewest_rows = 100, most_rows = 2000;
constexpr double far_from_chance = 5;  // deviations

/// The values of a column in at most most_rows rows, evenly.
std::vector<double> values_of(const TableView& table, std::size_t column) {
  const std::size_t step = (table.rows + most_rows - 1) / most_rows;
  std::vector<double> values;
  for (std::size_t r = 0; r < table.rows; r += step) values.push_back(table.at(r, column));
  return values;
}

/// The eighth of the ranks that each value is in; equal values are in the same.
std::vector<std::uint8_t> eighths_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<std::uint8_t> eighths(values.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const std::size_t eighth = (begin + end - 1) / 2 * bins / order.size();
    for (std::size_t i = begin; i < end; ++i) eighths[order[i]] = static_cast<std::uint8_t>(eighth);
  }
  return eighths;
}

/// How many deviations chi-squared is above what chance would give.
double dependence(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  std::array<std::array<double, bins>, bins> cells{};
  std::array<double, bins> of_a{}, of_b{};
  for (std::size_t i = 0; i < a.size(); ++i) ++cells[a[i]][b[i]], ++of_a[a[i]], ++of_b[b[i]];
  double squares = 0;
  for (std::size_t i = 0; i < bins; ++i) {
    for (std::size_t j = 0; j < bins; ++j) {
      const double expected = of_a[i] * of_b[j] / static_cast<double>(a.size());
      if (expected > 0) squares += (cells[i][j] - expected) * (cells[i][j] - expected) / expected;
    }
  }
  const auto used = [](const auto& counts) {
    return static_cast<double>(std::ranges::count_if(counts, [](double count) { return count > 0; }));
  };
  const double freedom = (used(of_a) - 1) * (used(of_b) - 1);
  return freedom > 0 ? (squares - freedom) / std::sqrt(2 * freedom) : 0;
}

/// (skewness^2 + 1) / kurtosis: 1/3 of a normal distribution, 5/9 of an even one, towards 1 where values fall
/// into two groups, however uneven.
bool has_groups(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double largest =
      std::abs(*std::ranges::max_element(values, {}, [](double v) { return std::abs(v); }));
  if (!(largest > 0)) return false;
  double mean = 0;
  for (const double value : values) mean += value / largest / count;
  double second = 0, third = 0, fourth = 0;
  for (const double value : values) {
    const double from = value / largest - mean;
    second += from * from / count, third += from * from * from / count;
    fourth += from * from * from * from / count;
  }
  if (!(fourth > 0)) return false;
  const double groups = (third * third / (second * second * second) + 1) * second * second / fourth;
  return groups > 5.0 / 9 + 1 / std::sqrt(count);
}

}  // namespace

std::vector<std::size_t> lone_columns(const TableView& table, std::span<const std::size_t> columns,
                                      std::span<const std::size_t> asked) {
  if (table.rows < fewest_rows) return {};
  std::vector<std::vector<std::uint8_t>> eighths;
  for (const std::size_t c : columns) eighths.push_back(eighths_of(values_of(table, c)));
  std::vector<std::size_t> lone;
  for (const std::size_t c : asked) {
    const auto place = static_cast<std::size_t>(std::ranges::find(columns, c) - columns.begin());
    bool alone = !has_groups(values_of(table, c));
    for (std::size_t other = 0; other < columns.size() && alone; ++other)
      alone = other == place || dependence(eighths[place], eighths[other]) < far_from_chance;
    if (alone) lone.push_back(c);
  }
  return lone;
}

}  // namespace comac
