// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include "cost/dense_cost.hpp"
#include "cost/sparse_cost.hpp"

namespace comac {

/// The cost with running tables of a kind of chain.
template <class Chain>
using CostOf = std::conditional_t<std::is_same_v<Chain, DenseChain>, DenseCost, SparseCost>;

}  // namespace comac
