// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/random.hpp"
#include "systems/given.hpp"

namespace comac {

/// One restart of a system as it ended.
struct Outcome {
  std::vector<std::uint32_t> cluster;  ///< of each row
  double objective = 0;                ///< the system's own; lower is better
  std::size_t broken = 0;              ///< constraints given up; fewer beats a better objective
  std::vector<double> trace;           ///< the objective after each iteration; first the start
  bool converged = false;
};

/// What a restart is given: its own random numbers, and a question to ask now and then.
struct Restart {
  Random random;
  std::function<bool()> stopped;  ///< reports progress; true if the user has cancelled
};

/// When a descent ends.
struct Descent {
  std::size_t iterations = 200;
  double tolerance = 0;  ///< ends once the objective changes by no more than this
};

/// Repeats step(), which returns the objective, until it changes no more; fills objective, trace and
/// converged.
template <class Step>
void descend(Restart& restart, const Descent& descent, Outcome& outcome, Step step) {
  for (std::size_t i = 0; i < descent.iterations && !restart.stopped(); ++i) {
    const double before = outcome.trace.empty() ? HUGE_VAL : outcome.trace.back();
    outcome.trace.push_back(step());
    outcome.converged = std::abs(before - outcome.trace.back()) <= descent.tolerance;
    if (outcome.converged) break;
  }
  if (!outcome.trace.empty()) outcome.objective = outcome.trace.back();
}

/// Runs Options::restarts restarts on Options::threads threads and makes a Result of the best: the fewest
/// broken constraints, then the least objective, then the first. The same for any number of threads: restart
/// r draws from stream r of the seed. The certificate says what the best one honours.
Result best_of_restarts(const Given& given, const std::function<Outcome(Restart&)>& run);

}  // namespace comac
