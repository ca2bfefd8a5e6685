// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "chain/dense_chain.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// F = (1-a)^2 (I - a S)^-1 Z (I - a S)^-1 (Lu & Ip 2010), divided by its largest magnitude; 0 without
/// constraints. Z is 1 for rows that belong together (a row under a constraint with itself too), -1 for rows
/// that belong apart, else 0. Z has the rank of the groups under constraints, g, so this takes g columns of
/// spreading and O(rows^2 g).
SquareMatrix propagate_pairs(const DenseChain& chain, const Constraints& constraints, double a,
                             std::size_t threads);

/// W adjusted by F: 1 - (1 - F)(1 - W) where F >= 0, (1 + F) W elsewhere; W = J scaled to 1 on the diagonal.
SquareMatrix adjust_similarities(const DenseChain& chain, SquareMatrix f);

}  // namespace comac
