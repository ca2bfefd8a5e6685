// SPDX-License-Identifier: MIT
#include "comac/cluster.hpp"

#include <utility>

#include "comac/base/stopwatch.hpp"
#include "comac/chain/gaussian_chain.hpp"
#include "comac/chain/transition.hpp"
#include "comac/prep/check.hpp"
#include "comac/prep/prepare.hpp"
#include "comac/solve.hpp"

namespace comac {

Result cluster(const Table& table, const SideInformation& known, const Options& options,
               const Progress& progress) {
  const Stopwatch watch;
  check_clusters(options, table.rows);
  check_table(table);
  check_memory(table.rows, 1, options);
  ProgressGate gate(progress);

  check_known(known, table.rows, options);
  const Stopwatch chain_watch;
  auto [chain, sigma] =
      gaussian_chain(prepare(table, options.scale, options.pca), options.neighbours, options.threads, gate);
  chain = relax(std::move(chain), options.relaxation);
  const double chain_time = chain_watch.milliseconds();

  Result result = solve(chain, known, options, gate);
  result.sigma = sigma;
  result.times.chain = chain_time;
  result.times.total = watch.milliseconds();
  return result;
}

Result aggregate(const Table& transition, const SideInformation& known, const Options& options,
                 const Progress& progress) {
  const Stopwatch watch;
  check_clusters(options, transition.rows);
  check_memory(transition.rows, 3, options);
  ProgressGate gate(progress);

  check_known(known, transition.rows, options);
  const Stopwatch chain_watch;
  auto [chain, residual] = transition_chain(transition);
  chain = relax(std::move(chain), options.relaxation);
  const double chain_time = chain_watch.milliseconds();

  Result result = solve(chain, known, options, gate);
  result.stationary_residual = residual;
  result.times.chain = chain_time;
  result.times.total = watch.milliseconds();
  return result;
}

}  // namespace comac
