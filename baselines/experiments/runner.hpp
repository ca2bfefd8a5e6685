// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "store.hpp"

namespace comac::experiments {

/// How far a run is. Returning false stops it; what was computed stays in the store.
struct CellProgress {
  std::size_t done = 0;
  std::size_t all = 0;
  double milliseconds_left = 0;
};
using OnCell = std::function<bool(const CellProgress&)>;

/// Computes the cells that the store does not have, each once, in parallel; cells of missing sets are left
/// out. Returns how many it computed. Throws Error(interrupted) if it was stopped.
std::size_t run_cells(const std::vector<Cell>& cells, const Sets& sets, Store& store, std::size_t threads,
                      const OnCell& on_cell);

}  // namespace comac::experiments
