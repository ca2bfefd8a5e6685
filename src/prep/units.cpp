// SPDX-License-Identifier: MIT
#include "prep/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/text.hpp"
#include "prep/lone_columns.hpp"

namespace comac {
namespace {

constexpr double most_factor = 10;       // between spreads of columns of one kind
constexpr std::size_t many_columns = 8;  // pixels are many
constexpr double equal_sums = 1e-3;      // shares are rounded
constexpr std::size_t most_compared = 200;

/// Columns that vary.
std::vector<std::size_t> varying(std::span<const Spread> spreads) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < spreads.size(); ++c) {
    if (spreads[c].width > 0) columns.push_back(c);
  }
  return columns;
}

std::string times(double factor) {
  return factor < 1e6 ? fmt::format("{:.3g}", factor) : fmt::format("{:.0e}", factor);
}

/// Whether most columns reach over half of the interval that holds them all.
bool fill_one_interval(std::span<const Spread> spreads, const std::vector<std::size_t>& columns, double low,
                       double high) {
  if (columns.size() < many_columns) return false;
  const auto fill = std::ranges::count_if(columns, [&](std::size_t c) {
    return spreads[c].highest / 2 - spreads[c].lowest / 2 >= (high / 2 - low / 2) / 2;
  });
  return 2 * static_cast<std::size_t>(fill) > columns.size();
}

bool rows_sum_to_the_same(const TableView& table) {
  double lowest = INFINITY, highest = -INFINITY;
  for (std::size_t r = 0; r < table.rows; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < table.columns; ++c) {
      if (table.is_indicator(c)) continue;
      if (table.at(r, c) < 0) return false;
      sum += table.at(r, c);
    }
    lowest = std::min(lowest, sum), highest = std::max(highest, sum);
    if (highest - lowest > equal_sums * highest) return false;
  }
  return highest > 0;
}

/// Columns much narrower than the widest that stand alone, if the others are of one kind: noise beside what
/// is measured. They would drown it if they were scaled up, and do no harm as they are. 0 if there are
/// others.
std::size_t narrow_alone(const TableView& table, std::span<const Spread> spreads,
                         const std::vector<std::size_t>& columns) {
  double widest = 0;
  for (const std::size_t c : columns) widest = std::max(widest, spreads[c].width);
  std::vector<std::size_t> narrow;
  for (const std::size_t c : columns) {
    if (spreads[c].width * most_factor < widest) narrow.push_back(c);
  }
  if (narrow.size() + 2 > columns.size()) return 0;
  std::vector<std::size_t> all = columns;
  for (std::size_t c = 0; c < spreads.size(); ++c) {
    if (spreads[c].indicator) all.push_back(c);
  }
  if (all.size() > most_compared) return 0;
  return lone_columns(table, all, narrow).size() == narrow.size() ? narrow.size() : 0;
}

}  // namespace

std::string column_title(const TableView& table, std::size_t column) {
  const bool named = column < table.column_names.size() && !table.column_names[column].empty();
  return named ? quoted(table.column_names[column]) : fmt::format("column {}", column + 1);
}

Units judge_units(const TableView& table, std::span<const Spread> spreads) {
  const std::vector<std::size_t> columns = varying(spreads);
  if (columns.size() < 2) return {true, "fewer than two of them vary"};
  const auto width = [&](std::size_t c) { return spreads[c].width; };
  const auto [least, most] = std::ranges::minmax_element(columns, {}, width);
  const double factor = width(*most) / width(*least);
  if (factor <= most_factor) {
    return {true, fmt::format("their spreads differ by a factor of {} at most", times(factor))};
  }
  double low = INFINITY, high = -INFINITY;
  for (const Spread& spread : spreads) {
    if (!spread.indicator) low = std::min(low, spread.lowest), high = std::max(high, spread.highest);
  }
  if (fill_one_interval(spreads, columns, low, high))
    return {true,
            fmt::format("most reach over the interval from {:.4g} to {:.4g} that holds all", low, high)};
  if (rows_sum_to_the_same(table)) return {true, "the numbers of each row sum to the same"};
  if (const std::size_t alone = narrow_alone(table, spreads, columns); alone > 0)
    return {true, alone == 1 ? "one is much narrower, but nothing depends on it"
                             : fmt::format("{} are much narrower, but nothing depends on them", alone)};
  return {false, fmt::format("that of {} is {} times that of {}", column_title(table, *most), times(factor),
                             column_title(table, *least))};
}

}  // namespace comac
