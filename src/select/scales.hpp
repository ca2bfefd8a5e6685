// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/progress_gate.hpp"
#include "chain/spectrum.hpp"
#include "comac/options.hpp"
#include "optimise/search_plan.hpp"

namespace comac {

/// The best grouping that was found where the chain takes so many steps at a time.
struct ScaleCandidate {
  double steps = 1;
  std::vector<std::uint32_t> cluster_of_row;
  double entropy = 0;               ///< H(Y)
  std::vector<double> information;  ///< I_T(Y1;Y2) at every scale of the scan
  double kept = 0;                  ///< what it keeps over all scales, see choose_scale()
};

/// Groupings at many scales, beside one another.
struct ScaleScan {
  std::vector<double> steps;
  std::vector<double> most;  ///< the largest information of any candidate at each scale
  std::vector<ScaleCandidate> candidates;
  std::size_t chosen = 0;
  const ScaleCandidate& best() const { return candidates[chosen]; }
};

/// Solves for 2, 8, 32, ... steps, as long as there is information after so many, and chooses. The plan of
/// each search is that of the options for one start; hard items hold in every candidate, soft ones count.
ScaleScan scan_scales(const Spectrum& spectrum, const SearchTask& task, const Options& options,
                      ProgressGate& progress);

/// Scores every candidate: the mean over all scales at which there is any information of what it keeps of the
/// most that any candidate keeps there, and (twice) of what it keeps of its own entropy. The first finds the
/// grouping that tells the most, the second the one that lasts. Returns the best.
std::size_t choose_scale(std::vector<ScaleCandidate>& candidates, const std::vector<double>& most);

/// I_T(Y1;Y2) of a grouping for each number of steps, in bits. O(N m + K^2 m) for each.
std::vector<double> information_at(const Spectrum& spectrum, const std::vector<std::uint32_t>& cluster,
                                   std::size_t clusters, const std::vector<double>& steps);

}  // namespace comac
