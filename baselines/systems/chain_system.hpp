// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "base/progress_gate.hpp"
#include "chain/dense_chain.hpp"
#include "comac/systems/system.hpp"

namespace comac {

/// A chain that a system built from the prepared table.
struct BuiltChain {
  DenseChain chain;
  double sigma = 0;       ///< for the report; 0 if it has none
  std::size_t steps = 1;  ///< that it takes at a time, for the report
};

/// What distinguishes a system that is the engine on another chain.
struct ChainSystem {
  std::string_view name;
  std::size_t matrices = 1;  ///< of rows^2 numbers that building the chain takes
  double beta = 0.5;
  std::function<BuiltChain(const Table& prepared, ProgressGate& progress)> build;
};

/// Checks the task, builds the chain and lets the sequential search partition it under the task's side
/// information.
Result run_on_chain(const Task& task, const ChainSystem& system);

}  // namespace comac
