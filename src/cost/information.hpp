// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "chain/dense_chain.hpp"
#include "chain/sparse_chain.hpp"
#include "comac/result.hpp"

namespace comac {

/// The terms of C_beta from their definitions, slow and obvious: the oracle of everything faster.
/// O(states^2).
CostTerms information(const DenseChain& chain, std::span<const std::uint32_t> cluster, std::size_t clusters,
                      double beta);
CostTerms information(const SparseChain& chain, std::span<const std::uint32_t> cluster, std::size_t clusters,
                      double beta);

}  // namespace comac
