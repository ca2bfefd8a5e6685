// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "evaluate/explain.hpp"

namespace comac {

/// How sure the cluster of each row is, and which other one comes next.
struct Confidences {
  std::vector<double> confidence;
  std::vector<std::uint32_t> runner_up;
};

/// With b(c) the bits by which the cost would rise, for each unit of the row's mass, if the row alone went to
/// cluster c: 2^-sb of its own cluster as a share of the sum over all clusters that hold rows. What was said
/// with certainty moves no row here: a row that only a label keeps where it is gets less than 1/2. The time
/// of one sweep over all rows and clusters, shared by threads; never depends on their number.
template <class Chain>
Confidences confidences(const Explained<Chain>& run, std::size_t threads);

}  // namespace comac
