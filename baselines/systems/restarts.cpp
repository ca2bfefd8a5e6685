// SPDX-License-Identifier: MIT
#include "systems/restarts.hpp"

#include <algorithm>
#include <atomic>
#include <tuple>
#include <utility>

#include "base/parallel.hpp"
#include "base/progress_gate.hpp"
#include "comac/base/error.hpp"
#include "evaluate/certify.hpp"

namespace comac {
namespace {

/// Restarts that never began because of a cancellation are left out.
std::vector<Outcome> run_all(const Task& task, ProgressGate& gate,
                             const std::function<Outcome(Restart&)>& run) {
  const std::size_t count = task.options.search.restart_count();
  std::vector<Outcome> outcomes(count);
  std::atomic<std::size_t> finished = 0;
  const auto stopped = [&] {
    return gate.report({"optimise", static_cast<double>(finished) / static_cast<double>(count)});
  };
  parallel_for(count, 1, task.options.threads, [&](std::size_t r, std::size_t) {
    if (stopped()) return;
    Restart restart{Random(task.options.seed, r), stopped};
    outcomes[r] = run(restart);
    ++finished;
  });
  std::erase_if(outcomes, [](const Outcome& outcome) { return outcome.cluster.empty(); });
  if (outcomes.empty()) throw Error(ErrorCode::interrupted, "interrupted before there was a result");
  return outcomes;
}

bool better(const Outcome& a, const Outcome& b) {
  return std::tie(a.broken, a.objective) < std::tie(b.broken, b.objective);
}

void fill_clusters(Result& result, std::vector<std::uint32_t> cluster, std::size_t clusters) {
  const std::size_t used = *std::ranges::max_element(cluster) + std::size_t{1};
  result.sizes.assign(std::max(clusters, used), 0);
  for (const auto c : cluster) ++result.sizes[c];
  result.clusters_found =
      result.sizes.size() - static_cast<std::size_t>(std::ranges::count(result.sizes, 0U));
  result.cluster = std::move(cluster);
}

}  // namespace

Result best_of_restarts(const Given& given, const std::function<Outcome(Restart&)>& run) {
  const Task& task = given.task;
  const Stopwatch optimise_watch;
  ProgressGate gate(task.progress);
  auto outcomes = run_all(task, gate, run);
  const auto best = std::min_element(outcomes.begin(), outcomes.end(), better);

  Result result;
  result.best_restart = static_cast<std::size_t>(best - outcomes.begin());
  for (const Outcome& outcome : outcomes) {
    result.restarts.push_back({outcome.objective, outcome.trace.size(), outcome.converged});
  }
  for (const double objective : best->trace) result.trace.push_back({0, objective});
  result.cost = best->objective;
  fill_clusters(result, std::move(best->cluster), given.clusters());
  result.certificate = certify(given.belief, given.constraints, result.cluster, result.sizes.size());
  result.cancelled = gate.stopped();
  result.times.optimise = optimise_watch.milliseconds();
  result.times.total = given.watch.milliseconds();
  return result;
}

}  // namespace comac
