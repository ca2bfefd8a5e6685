// SPDX-License-Identifier: MIT
#include "compare.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>

#include "base/parallel.hpp"
#include "base/stopwatch.hpp"
#include "comac/base/error.hpp"

namespace comac::experiments {
namespace {

Standing standing_of(const System& system, std::span<const std::optional<Measurement>> measurements) {
  Standing standing;
  standing.system = system.info().name;
  double squares = 0;
  for (const auto& measured : measurements) {
    if (!measured) continue;  // cancelled
    const Measurement& one = *measured;
    if (!one.refusal.empty()) {
      standing.refusal = one.refusal;
      ++standing.refused;
      continue;
    }
    ++standing.runs;
    standing.mean += one.nmi;
    squares += one.nmi * one.nmi;
    standing.milliseconds += one.milliseconds;
    standing.violated += static_cast<double>(one.violated);
  }
  if (standing.runs + standing.refused == 0) standing.refusal = "interrupted before a run was finished";
  if (standing.runs == 0) return standing;
  const auto n = static_cast<double>(standing.runs);
  const double sum = standing.mean;
  for (double* value : {&standing.mean, &standing.milliseconds, &standing.violated}) *value /= n;
  standing.deviation = n > 1 ? std::sqrt(std::max(0.0, (squares - sum * sum / n) / (n - 1))) : 0;
  return standing;
}

/// One run of a system; none if it was interrupted.
std::optional<Measurement> measured(const Comparison& comparison, const System& system, std::size_t run,
                                    const SideInformation& known, const Progress& progress) {
  Options options = comparison.options;
  options.search.restarts = system.info().restarts;
  options.seed += run;
  options.threads = 1;
  try {
    return measure(system, comparison.data, known, options, progress);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
    return std::nullopt;
  }
}

}  // namespace

Compared compare(const Comparison& comparison, const OnCell& on_cell) {
  const std::size_t runs = comparison.runs, all = runs * comparison.systems.size();
  std::vector<SideInformation> known;
  for (std::size_t run = 0; run < runs; ++run) known.push_back(comparison.known(run));
  std::vector<std::optional<Measurement>> measurements(all);
  const Stopwatch watch;
  std::mutex mutex;
  std::size_t done = 0;
  std::atomic<bool> stopped = false;
  const Progress progress = [&](const ProgressEvent&) {
    if (comparison.cancelled && comparison.cancelled()) stopped = true;
    return !stopped;
  };
  // Run by run, so that slow systems are spread over the time.
  parallel_for(all, 1, comparison.options.threads, [&](std::size_t at, std::size_t) {
    const std::size_t run = at / comparison.systems.size(), which = at % comparison.systems.size();
    if (!progress({})) return;
    auto measurement = measured(comparison, *comparison.systems[which], run, known[run], progress);
    if (!measurement) return;
    const std::lock_guard lock(mutex);
    measurements[which * runs + run] = std::move(measurement);
    ++done;
    const double left = watch.milliseconds() * static_cast<double>(all - done) / static_cast<double>(done);
    if (on_cell && !on_cell({done, all, left})) stopped = true;
  });

  Compared compared{{}, done, all};
  for (std::size_t s = 0; s < comparison.systems.size(); ++s) {
    compared.standings.push_back(
        standing_of(*comparison.systems[s], std::span(measurements).subspan(s * runs, runs)));
  }
  return compared;
}

}  // namespace comac::experiments
