// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "comac/cost/xlog2x.hpp"

namespace comac {

/// Values of a table that were changed for a moment, as they were before each step.
class Journal {
 public:
  void add(std::vector<double>& table, std::size_t place, double value) {
    before_.emplace_back(place, table[place]);
    table[place] += value;
  }

  /// The change of the sum of f over the table; puts everything back. The steps of one place add up to its
  /// whole change.
  double take_back(std::vector<double>& table) {
    double change = 0;
    for (auto step = before_.rbegin(); step != before_.rend(); ++step) {
      double& value = table[step->first];
      change += xlog2x(value) - xlog2x(step->second);
      value = step->second;
    }
    before_.clear();
    return change;
  }

 private:
  std::vector<std::pair<std::size_t, double>> before_;
};

}  // namespace comac
