// SPDX-License-Identifier: MIT
#pragma once

#include "cost/dense_cost.hpp"
#include "cost/low_rank_cost.hpp"
#include "cost/sparse_cost.hpp"

namespace comac {

/// The cost with running tables that a kind of chain has. Another kind of chain adds its line here.
template <class Chain>
struct CostOfChain;
template <>
struct CostOfChain<DenseChain> {
  using type = DenseCost;
};
template <>
struct CostOfChain<SparseChain> {
  using type = SparseCost;
};
template <>
struct CostOfChain<LowRankChain> {
  using type = LowRankCost;
};

template <class Chain>
using CostOf = typename CostOfChain<Chain>::type;

}  // namespace comac
