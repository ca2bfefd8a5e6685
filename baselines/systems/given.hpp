// SPDX-License-Identifier: MIT
#pragma once

#include "base/stopwatch.hpp"
#include "comac/data/table.hpp"
#include "comac/systems/system.hpp"
#include "constraints/propagate.hpp"
#include "systems/points.hpp"

namespace comac {

/// What a system begins with: the task, checked; its table, prepared as the options say; what follows from
/// its side information. The constructor throws Error as check.hpp and propagate() say.
struct Given {
  explicit Given(const Task& what);

  const Task& task;
  Stopwatch watch;  ///< began with the run
  Table table;
  Constraints constraints;
  Belief belief;

  std::size_t clusters() const { return task.options.cluster_count(); }
  /// The table as Eigen has it.
  Points points() const;
};

}  // namespace comac
