// SPDX-License-Identifier: MIT
#include "evidence/coded_rows.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "comac/base/error.hpp"

namespace comac {
namespace {

/// What people code by hand: a digit, a scale from 0 to 9 or from 1 to 10.
constexpr std::size_t most_levels = 10;
/// As many as the shared chances count, see fit_mixture(): with fewer, a value's chance is not learned.
constexpr std::size_t rows_for_a_level = 5;

/// The values of a column, ascending; none if they are too many to be discrete.
std::vector<double> levels_of(const TableView& rows, std::size_t column) {
  const std::size_t most = std::min(most_levels, std::max<std::size_t>(rows.rows / rows_for_a_level, 1));
  std::vector<double> levels;
  for (std::size_t r = 0; r < rows.rows; ++r) {
    const double value = rows.at(r, column);
    const auto place = std::ranges::lower_bound(levels, value);
    if (place != levels.end() && *place == value) continue;
    if (levels.size() == most) return {};
    levels.insert(place, value);
  }
  return levels;
}

void add(CodedRows& coded, const std::vector<DiscreteColumn>& discrete, const TableView& rows,
         std::size_t row) {
  for (std::size_t v = 0; v < discrete.size(); ++v) {
    const std::size_t code = discrete[v].code_of(rows, row);
    const std::size_t place = code < discrete[v].values() ? coded.first[v] + code : coded.values();
    coded.place.push_back(static_cast<std::uint32_t>(place));
  }
}

CodedRows room_for(const std::vector<DiscreteColumn>& discrete, std::size_t rows) {
  CodedRows coded;
  coded.columns = discrete.size();
  for (const DiscreteColumn& column : discrete) coded.first.push_back(coded.first.back() + column.values());
  coded.place.reserve(rows * coded.columns);
  return coded;
}

}  // namespace

std::size_t DiscreteColumn::code_of(const TableView& rows, std::size_t row) const {
  if (levels.empty()) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (rows.at(row, columns[i]) > 0) return i;
    }
    return columns.size();
  }
  const double value = rows.at(row, columns.front());
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < levels.size(); ++i) {
    if (std::abs(levels[i] - value) < std::abs(levels[nearest] - value)) nearest = i;
  }
  return nearest;
}

std::vector<double> CodedRows::counts() const {
  std::vector<double> counts(values() + 1, 0);
  for (const auto one : place) ++counts[one];
  return counts;
}

CodedRows ColumnSplit::codes(const TableView& rows, std::span<const std::uint32_t> chosen) const {
  CodedRows coded = room_for(discrete, chosen.size());
  for (const auto row : chosen) add(coded, discrete, rows, row);
  return coded;
}

CodedRows ColumnSplit::codes(const TableView& rows, std::size_t begin, std::size_t end) const {
  CodedRows coded = room_for(discrete, end - begin);
  for (std::size_t row = begin; row < end; ++row) add(coded, discrete, rows, row);
  return coded;
}

nlohmann::json ColumnSplit::to_json() const {
  auto of_each = nlohmann::json::array();
  for (const DiscreteColumn& column : discrete)
    of_each.push_back({{"columns", column.columns}, {"levels", column.levels}});
  return {{"numbers", numbers}, {"discrete", std::move(of_each)}};
}

ColumnSplit ColumnSplit::from_json(const nlohmann::json& json) {
  ColumnSplit split{json.at("numbers").get<std::vector<std::size_t>>(), {}};
  for (const auto& one : json.at("discrete")) {
    DiscreteColumn column{one.at("columns").get<std::vector<std::size_t>>(),
                          one.at("levels").get<std::vector<double>>()};
    const bool finite = std::ranges::all_of(column.levels, [](double level) { return std::isfinite(level); });
    if (column.columns.empty() || !finite || (!column.levels.empty() && column.columns.size() > 1))
      throw Error(ErrorCode::data, "a discrete column of a model of the rows has no values");
    split.discrete.push_back(std::move(column));
  }
  return split;
}

ColumnSplit split_columns(const TableView& rows, std::span<const std::size_t> sources) {
  ColumnSplit split;
  for (std::size_t c = 0, end = 0; c < rows.columns; c = end) {
    end = c + 1;
    while (!sources.empty() && end < rows.columns && sources[end] == sources[c]) ++end;
    DiscreteColumn column;
    for (std::size_t i = c; i < end; ++i) column.columns.push_back(i);
    if (end == c + 1) {
      column.levels = levels_of(rows, c);
      if (column.levels.empty()) split.numbers.push_back(c);
      if (column.levels.size() < 2) continue;
    }
    split.discrete.push_back(std::move(column));
  }
  return split;
}

}  // namespace comac
