// SPDX-License-Identifier: MIT
#include "evaluate/repeated_column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "comac/base/error.hpp"
#include "comac/evaluate/scores.hpp"
#include "neighbours/distances.hpp"
#include "prep/prepare.hpp"
#include "prep/units.hpp"

namespace comac {
namespace {

constexpr double least_share = 0.95;  // fewer rows than that are no copy: the other columns have moved some
constexpr double halfway = 0.5;       // from what chance agrees to all
constexpr std::size_t most_rows = 1000, most_values = 50;
constexpr std::size_t fewest_rows = 20;  // with fewer, chance can't be told apart

/// The values of a column as numbers 0, 1, .. in the order in which they appear, a missing one among them;
/// nothing if they are more than clusters are likely to be.
std::optional<std::vector<std::uint32_t>> values_of(const TableView& table, std::size_t column) {
  std::map<double, std::uint32_t> seen;
  std::vector<std::uint32_t> values;
  for (std::size_t r = 0; r < table.rows; ++r) {
    const double value = table.at(r, column);
    const double key = std::isnan(value) ? INFINITY : value;
    values.push_back(seen.try_emplace(key, static_cast<std::uint32_t>(seen.size())).first->second);
    if (seen.size() > most_values) return std::nullopt;
  }
  return values;
}

/// Rows evenly taken, without one column.
Table others_of(const TableView& table, std::size_t left_out, std::vector<std::uint32_t>& rows) {
  const std::size_t count = std::min(table.rows, most_rows);
  for (std::size_t i = 0; i < count; ++i) rows.push_back(static_cast<std::uint32_t>(i * table.rows / count));
  Table others{count, table.columns - 1, {}, {}, {}};
  for (const auto row : rows) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      if (c != left_out) others.values.push_back(table.at(row, c));
    }
  }
  for (std::size_t c = 0; c < table.about.size(); ++c) {
    if (c != left_out) others.about.push_back(table.about[c]);
  }
  return others;
}

/// How far above chance, 0, towards always, 1, the nearest row by the other columns is in the same cluster.
double told_by_others(const TableView& table, std::size_t left_out, std::span<const std::uint32_t> cluster) {
  std::vector<std::uint32_t> rows;
  const Table others = others_of(table, left_out, rows);
  const Prepared prepared = prepare(others, Scale::robust, 0);
  const TableView view = prepared.rows.view();
  const auto count = static_cast<double>(rows.size());
  std::map<std::uint32_t, double> sizes;
  double agree = 0, by_chance = 0;
  for (std::size_t x = 0; x < rows.size(); ++x) {
    std::size_t nearest = x;
    double least = INFINITY;
    for (std::size_t y = 0; y < rows.size(); ++y) {
      const double distance = y == x ? INFINITY : squared_distance(view, x, y);
      if (distance < least) least = distance, nearest = y;
    }
    agree += nearest != x && cluster[rows[nearest]] == cluster[rows[x]] ? 1 / count : 0;
    sizes[cluster[rows[x]]] += 1 / count;
  }
  for (const auto& [one, share] : sizes) by_chance += share * share;
  return by_chance < 1 ? (agree - by_chance) / (1 - by_chance) : 1;
}

}  // namespace

std::optional<RepeatedColumn> repeated_column(const TableView& table,
                                              std::span<const std::uint32_t> cluster) {
  std::optional<RepeatedColumn> most;
  if (table.columns < 2 || table.rows < fewest_rows) return most;  // one column is all there is to repeat
  const std::vector<std::uint32_t> found(cluster.begin(), cluster.end());
  if (std::ranges::adjacent_find(found, std::ranges::not_equal_to()) == found.end()) return most;
  for (std::size_t c = 0; c < table.columns; ++c) {
    const auto values = values_of(table, c);
    if (!values) continue;
    const double share = score(found, *values).accuracy;
    if (share >= least_share && (!most || share > most->share)) most = RepeatedColumn{c, share};
  }
  if (most && told_by_others(table, most->column, cluster) > halfway) most.reset();
  return most;
}

std::string repeated_sentence(const TableView& table, const RepeatedColumn& repeated) {
  const bool named = !table.column_names.empty();
  const std::string name = named ? table.column_names[repeated.column] : std::to_string(repeated.column + 1);
  return fmt::format("these clusters repeat {} ({:.0f} %); leave it out with {}",
                     column_title(table, repeated.column), std::floor(100 * repeated.share),
                     setting("ignore", name));
}

}  // namespace comac
