// SPDX-License-Identifier: MIT
#include "systems/chain_system.hpp"

#include "base/stopwatch.hpp"
#include "comac/base/error.hpp"
#include "fitted/solve.hpp"
#include "prep/check.hpp"
#include "prep/prepare.hpp"
#include "systems/matrices.hpp"

namespace comac {
namespace {

constexpr double share_of_chain = 0.5;  // of the time, or so

BuiltChain build_chain(const Task& task, const ChainSystem& system, ProgressGate& gate) {
  const ProgressGate::Part part(gate, 0, share_of_chain);
  BuiltChain built =
      system.build(prepare(task.table, task.options.prep.scale, task.options.prep.pca).rows.take(), gate);
  if (gate.report({"chain", 1})) {
    throw Error(ErrorCode::interrupted, "interrupted while the chain was built; there is no result yet");
  }
  return built;
}

}  // namespace

Result run_on_chain(const Task& task, const ChainSystem& system) {
  const Stopwatch watch;
  check_options(task.options, task.table.rows);
  check_table(task.table);
  require_matrices(task, system.name, system.matrices);
  ProgressGate gate(task.progress);

  check_known(task.known, task.table.rows, task.options);
  const Stopwatch chain_watch;
  const auto [chain, sigma, steps] = build_chain(task, system, gate);
  const double chain_time = chain_watch.milliseconds();

  Options options = task.options;
  options.search.method = Method::comac_seq;
  options.search.beta = system.beta;
  const ProgressGate::Part part(gate, share_of_chain, 1);
  Result result = solve(chain, task.known, options, gate);
  result.sigma = sigma;
  result.chain.transitions = chain.states() * chain.states();
  result.chain.steps = steps;
  result.times.chain = chain_time;
  result.times.total = watch.milliseconds();
  return result;
}

}  // namespace comac
