// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/random.hpp"
#include "comac/data/table.hpp"
#include "systems/d_graph/objective.hpp"
#include "systems/points.hpp"

namespace comac {

/// The columns, centred and divided by one number, so that the mean square of a row is the number of columns.
Points linear_features(const Points& points);

/// Features whose products are those of a Gaussian kernel, exp(-d^2 / median d^2), as seen from at most
/// `most` random rows (Nystrom): O(rows most^2).
Points kernel_features(const Points& points, std::size_t most, Random random);

/// The pairs of each row and its nearest, weighted by exp(-d^2 / (s s')), s a row's distance to the last of
/// its nearest. Each pair once.
std::vector<RowPair> near_pairs(const Table& table, std::size_t neighbours, std::size_t threads);

}  // namespace comac
