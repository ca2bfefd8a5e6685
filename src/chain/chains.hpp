// SPDX-License-Identifier: MIT
#pragma once

#include "chain/dense_chain.hpp"
#include "chain/low_rank_chain.hpp"
#include "chain/sparse_chain.hpp"

/// Applies a macro to each kind of chain: templates over chains are compiled for all of them. Another kind
/// adds its line here, and its cost in cost/cost_of.hpp.
#define COMAC_FOR_EACH_CHAIN(macro) macro(DenseChain) macro(SparseChain) macro(LowRankChain)
