// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac {

/// What a label or link costs.
struct ItemCost {
  ItemId item = {};
  double bits = 0;  ///< gained if it alone were lifted
  bool soft = false;
  bool violated = false;
};

/// A row beside the clusters.
struct RowMargins {
  std::uint32_t row = 0;
  std::vector<double> bits;     ///< for each cluster: what the cost would rise by if the row alone went there
  std::vector<bool> allowed;    ///< for each cluster: no hard cannot-link or label of its group is against it
  std::vector<ItemId> held_by;  ///< items that name the row
};

struct Explanation {
  std::vector<ItemCost> ranking;  ///< the most expensive first, ties in order
  std::vector<RowMargins> rows;
};

}  // namespace comac
