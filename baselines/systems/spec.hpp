// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "chain/dense_chain.hpp"
#include "comac/data/table.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// W(i,j) = exp(-sum_l (x_il - x_jl)^2 / (2 var_l)), 1 for rows that belong together, 0 for rows that belong
/// apart, and 0 on the diagonal (Ng, Jordan & Weiss 2002): with 1 there an outlier is a cluster of its own.
/// Constant columns do not count. O(rows^2 columns).
SquareMatrix spec_affinity(const Table& table, const Constraints& constraints, std::size_t threads);

/// I - S with S = .7 L + .3 P, so that the smallest eigenvalues of S become the largest. L = I - D^-1/2 W
/// D^-1/2. P is the signed Laplacian of the constraints, normalised alike: u^T P u sums (u_i - u_j)^2 over
/// must-links and (u_i + u_j)^2 over cannot-links, with u_i divided by the root of the number of its links.
/// A row without links has P = 0.
SquareMatrix spec_matrix(SquareMatrix affinity, const Constraints& constraints, std::size_t threads);

}  // namespace comac
