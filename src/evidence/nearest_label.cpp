// SPDX-License-Identifier: MIT
#include "evidence/nearest_label.hpp"

#include <cmath>
#include <set>

#include "evidence/sample.hpp"
#include "neighbours/distances.hpp"

namespace comac {

std::vector<bool> nearest_agrees(const TableView& rows, const std::vector<Label>& labels) {
  std::vector<bool> agrees(rows.rows);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    std::size_t nearest = i == 0 ? 1 : 0;
    double least = INFINITY;
    for (std::size_t j = 0; j < rows.rows; ++j) {
      if (i == j) continue;
      const double distance = squared_distance(rows, i, j);
      if (distance < least) least = distance, nearest = j;
    }
    agrees[i] = labels[nearest].label == labels[i].label;
  }
  return agrees;
}

std::vector<Label> some_labels(const std::vector<Label>& labels) {
  std::vector<Label> of_rows;
  std::set<std::uint32_t> seen;
  for (const Label& label : labels) {
    if (seen.insert(label.row).second) of_rows.push_back(label);
  }
  return evenly_taken(of_rows, 1000);
}

Table labelled_rows(const TableView& table, const std::vector<Label>& labels) {
  std::vector<std::uint32_t> rows;
  for (const Label& label : labels) rows.push_back(label.row);
  return taken_rows(table, rows);
}

}  // namespace comac
