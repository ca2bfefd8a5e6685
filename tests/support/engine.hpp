// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "optimise/restarts.hpp"

namespace comac::test {

/// All restarts of a chain under constraints.
inline std::vector<SearchState> run(const DenseChain& chain, const Constraints& constraints,
                                    const Options& options, const Progress& progress = {}) {
  ProgressGate gate(progress);
  const SideInformation nothing_soft;
  return carry_out(plan_search(chain, {nothing_soft, constraints}, options), gate);
}

}  // namespace comac::test
