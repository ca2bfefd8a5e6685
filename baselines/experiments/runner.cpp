// SPDX-License-Identifier: MIT
#include "runner.hpp"

#include <unordered_set>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "comac/base/error.hpp"

namespace comac::experiments {
namespace {

std::vector<Cell> cells_to_do(const std::vector<Cell>& cells, const Sets& sets, const Store& store) {
  std::vector<Cell> to_do;
  std::unordered_set<std::string> seen;
  for (const Cell& cell : cells) {
    const std::string key = cell.key();
    if (sets.find(cell.set) != nullptr && store.find(key) == nullptr && seen.insert(key).second)
      to_do.push_back(cell);
  }
  // In random order the time left follows from the time spent, though cells differ a thousandfold.
  Random(1).shuffle(std::span(to_do));
  return to_do;
}

}  // namespace

std::size_t run_cells(const std::vector<Cell>& cells, const Sets& sets, Store& store, std::size_t threads,
                      const OnCell& on_cell) {
  const std::vector<Cell> to_do = cells_to_do(cells, sets, store);
  const Stopwatch watch;
  std::mutex mutex;
  std::size_t done = 0;
  bool stopped = false;
  parallel_for(to_do.size(), 1, threads, [&](std::size_t at, std::size_t) {
    {
      const std::lock_guard lock(mutex);
      if (stopped) return;
    }
    const Cell& cell = to_do[at];
    store.add(cell.key(), run_cell(cell, *sets.find(cell.set)));
    const std::lock_guard lock(mutex);
    ++done;
    const double left =
        watch.milliseconds() * static_cast<double>(to_do.size() - done) / static_cast<double>(done);
    if (on_cell && !on_cell({done, to_do.size(), left})) stopped = true;
  });
  if (stopped && done < to_do.size()) {
    throw Error(ErrorCode::interrupted, "interrupted; the same command goes on where it was");
  }
  return done;
}

}  // namespace comac::experiments
