// SPDX-License-Identifier: MIT
#include "compare.hpp"

#include <cmath>
#include <mutex>

#include "base/parallel.hpp"
#include "base/stopwatch.hpp"
#include "comac/base/error.hpp"

namespace comac::experiments {
namespace {

Standing standing_of(const System& system, std::span<const Measurement> measurements) {
  Standing standing;
  standing.system = system.info().name;
  double squares = 0;
  for (const Measurement& one : measurements) {
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
  if (standing.runs == 0) return standing;
  const auto n = static_cast<double>(standing.runs);
  const double sum = standing.mean;
  for (double* value : {&standing.mean, &standing.milliseconds, &standing.violated}) *value /= n;
  standing.deviation = n > 1 ? std::sqrt(std::max(0.0, (squares - sum * sum / n) / (n - 1))) : 0;
  return standing;
}

}  // namespace

std::vector<Standing> compare(const Comparison& comparison, const OnCell& on_cell) {
  const std::size_t runs = comparison.runs, all = runs * comparison.systems.size();
  std::vector<SideInformation> known;
  for (std::size_t run = 0; run < runs; ++run) known.push_back(comparison.known(run));
  std::vector<Measurement> measurements(all);
  const Stopwatch watch;
  std::mutex mutex;
  std::size_t done = 0;
  bool stopped = false;
  // Run by run, so that slow systems are spread over the time.
  parallel_for(all, 1, comparison.options.threads, [&](std::size_t at, std::size_t) {
    const std::size_t run = at / comparison.systems.size(), which = at % comparison.systems.size();
    const System& system = *comparison.systems[which];
    Options options = comparison.options;
    options.search.restarts = system.info().restarts;
    options.seed += run;
    options.threads = 1;
    {
      const std::lock_guard lock(mutex);
      if (stopped) return;
    }
    measurements[which * runs + run] = measure(system, comparison.data, known[run], options);
    const std::lock_guard lock(mutex);
    ++done;
    const double left = watch.milliseconds() * static_cast<double>(all - done) / static_cast<double>(done);
    if (on_cell && !on_cell({done, all, left})) stopped = true;
  });
  if (stopped) throw Error(ErrorCode::interrupted, "interrupted before there was a result");

  std::vector<Standing> standings;
  for (std::size_t s = 0; s < comparison.systems.size(); ++s) {
    standings.push_back(standing_of(*comparison.systems[s], std::span(measurements).subspan(s * runs, runs)));
  }
  return standings;
}

}  // namespace comac::experiments
