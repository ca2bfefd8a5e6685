// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "chain/dense_chain.hpp"
#include "chain/sparse_chain.hpp"
#include "constraints/groups.hpp"

namespace comac {

/// The chain of the groups: J(g,h) is the mass from the states of g to the states of h, with what stays
/// inside g as its own transition. At beta = 1/2 every partition of the groups costs what it costs on the
/// states. The entries of a row come in no particular order; the number of threads doesn't change anything.
/// O(entries).
SparseChain contract(const SparseChain& chain, const Groups& groups, std::size_t threads = 1);
/// The same for a chain that keeps all entries. O(states^2).
SparseChain contract(const DenseChain& chain, const Groups& groups);

}  // namespace comac
