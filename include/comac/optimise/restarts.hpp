// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "comac/base/progress.hpp"
#include "comac/chain/dense_chain.hpp"
#include "comac/constraints/propagate.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"

namespace comac {

/// What is to be partitioned, under which constraints.
struct Problem {
  const DenseChain& chain;
  const Constraints& constraints;
};

/// One restart: where it ended and how it got there.
struct Restart {
  std::vector<std::uint32_t> cluster_of_row;
  RestartSummary summary;
  CostTerms terms;
  std::vector<TracePoint> trace;
};

/// The betas that a method visits, each from the partition of the one before (Algorithm 3):
/// 1, 1 - step, ... down to beta for comac-ann, beta alone for comac-seq.
std::vector<double> beta_schedule(const Options& options);

/// One restart from a random greedy colouring; its random numbers depend on seed and index only.
Restart run_restart(const Problem& problem, const Options& options, std::size_t index,
                    ProgressGate& progress);

/// All restarts, side by side on the threads; the same for any number of threads.
std::vector<Restart> run_restarts(const Problem& problem, const Options& options, ProgressGate& progress);

/// The restart of least cost, the first of equals.
std::size_t best_restart(const std::vector<Restart>& restarts);

}  // namespace comac
