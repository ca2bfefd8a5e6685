// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "systems/d_graph/objective.hpp"
#include "systems/restarts.hpp"

namespace comac {

/// One way to set d-graph up.
struct DGraphSetup {
  const Points* features = nullptr;
  DGraphWeights weights = {};
};

/// What d-graph knows of the rows.
struct DGraphProblem {
  std::size_t clusters = 2;
  std::vector<RowPair> pairs;
  std::vector<RowPair> near;
};

/// One descent from the clusters that k-means finds among the features. The objective never rises.
Outcome minimise(const DGraphProblem& problem, const DGraphSetup& setup, Restart& restart);

/// The setup that foretells pairs that were left out best: of five parts of the rows each is left out once,
/// with all pairs that touch it. The first where pairs are too few to tell, or once `stopped` says so.
std::size_t choose_setup(const DGraphProblem& problem, const std::vector<DGraphSetup>& setups,
                         std::uint64_t seed, const std::function<bool()>& stopped);

}  // namespace comac
