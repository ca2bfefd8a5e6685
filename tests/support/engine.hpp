// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "optimise/restarts.hpp"

namespace comac::test {

/// All restarts of a chain under constraints.
inline std::vector<SearchState> run(const DenseChain& chain, const Constraints& constraints,
                                    const Options& options, const Progress& progress = {}) {
  const Groups groups =
      options.search.propagation ? constraints.components : Groups::singletons(chain.states());
  const GroupedChain states(chain, groups);
  ProgressGate gate(progress);
  return run_restarts(Problem<DenseChain>{states, constraints}, options, gate);
}

}  // namespace comac::test
