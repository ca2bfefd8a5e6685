// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "cost/xlog2x.hpp"

namespace comac {

/// Values of a table that are changed for a moment, before and after each step.
class Journal {
 public:
  void add(std::vector<double>& table, std::size_t place, double value) {
    places_.push_back(place);
    before_.push_back(table[place]);
    after_.push_back(table[place] += value);
  }

  /// The change of the sum of f over the table; puts everything back. The steps of one place add up to its
  /// whole change.
  double take_back(std::vector<double>& table) {
    for (std::size_t step = places_.size(); step-- > 0;) table[places_[step]] = before_[step];
    const double change =
        sum_xlog2x(after_.data(), after_.size()) - sum_xlog2x(before_.data(), before_.size());
    places_.clear(), before_.clear(), after_.clear();
    return change;
  }

 private:
  std::vector<std::size_t> places_;
  std::vector<double> before_, after_;
};

}  // namespace comac
