// SPDX-License-Identifier: MIT
#pragma once

#include "comac/base/stopwatch.hpp"
#include "comac/constraints/propagate.hpp"
#include "comac/data/table.hpp"
#include "comac/systems/points.hpp"
#include "comac/systems/system.hpp"

namespace comac {

/// What a system begins with: the task, checked; its table, prepared as the options say; what follows from
/// its side information. The constructor throws Error as check.hpp and propagate() say.
struct Given {
  explicit Given(const Task& what);

  const Task& task;
  Stopwatch watch;  ///< began with the run
  Table table;
  Constraints constraints;

  std::size_t clusters() const { return task.options.clusters; }
  /// The table as Eigen has it.
  Points points() const;
};

}  // namespace comac
