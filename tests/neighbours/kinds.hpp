// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "neighbours/nearest.hpp"
#include "support/sparse_instances.hpp"

namespace comac::test {

using NearList = std::vector<std::pair<double, std::uint32_t>>;

inline double distance_by_definition(const Table& table, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t c = 0; c < table.columns; ++c) {
    sum += (table.at(i, c) - table.at(j, c)) * (table.at(i, c) - table.at(j, c));
  }
  return sum;
}

/// All others sorted by distance, then index.
inline NearList nearest_by_definition(const Table& table, std::size_t i, std::size_t count) {
  NearList all;
  for (std::uint32_t j = 0; j < table.rows; ++j) {
    if (j != i) all.emplace_back(distance_by_definition(table, i, j), j);
  }
  count = std::min(count, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end());
  all.resize(count);
  return all;
}

inline NearList list_of(const NearestLists& lists, std::size_t i) {
  NearList list;
  for (std::size_t n = 0; n < lists.count; ++n) {
    list.emplace_back(lists.distances_of(i)[n], lists.rows_of(i)[n]);
  }
  return list;
}

inline Nearest search_rows(const Table& table, std::size_t count, NeighbourSearch how,
                           std::size_t threads = 2, double recall = 0.95) {
  const Progress none;
  ProgressGate gate(none);
  return nearest_rows(table, {count, how, 1, threads, recall}, gate);
}

inline constexpr std::array kinds_of_rows = {
    std::string_view("blobs"),      std::string_view("uniform"), std::string_view("sorted"),
    std::string_view("duplicates"), std::string_view("grid"),    std::string_view("densities"),
    std::string_view("outlier"),    std::string_view("offset"),  std::string_view("long column"),
    std::string_view("curve"),
};

/// Data of one kind in 10 columns; each is hard in a way of its own.
inline Table rows_of_kind(std::string_view kind, std::size_t rows, Random& random) {
  constexpr std::size_t columns = 10;
  Table table = blobs(random, rows, columns, 5, kind == "densities" ? 1 : 2);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < columns; ++c) {
      double& value = table.at(i, c);
      if (kind == "uniform") value = random.uniform();
      if (kind == "duplicates") value = table.at(i < rows / 2 ? 0 : i / 7 * 7, c);  // half are one row
      if (kind == "grid") value = std::round(value);                                // many ties
      if (kind == "densities")
        value = std::pow(10, -static_cast<double>(i % 5)) * random.normal() + static_cast<double>(i % 5);
      if (kind == "offset") value = 1e7 + 1e-3 * value;   // beyond the digits of a float
      if (kind == "long column" && c == 0) value *= 1e6;  // as good as one dimension
      if (kind == "curve")
        value =
            std::sin(static_cast<double>(i * (c + 1)) / static_cast<double>(rows)) + 1e-3 * random.normal();
    }
  }
  if (kind == "outlier") table.at(rows / 2, 3) = 1e30;
  if (kind == "sorted") {
    std::vector<std::vector<double>> sorted;
    for (std::size_t i = 0; i < rows; ++i) sorted.emplace_back(table.row(i).begin(), table.row(i).end());
    std::ranges::sort(sorted);
    table.values.clear();
    for (const auto& row : sorted) table.values.insert(table.values.end(), row.begin(), row.end());
  }
  return table;
}

}  // namespace comac::test
