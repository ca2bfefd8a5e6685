// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "chain/chains.hpp"
#include "comac/result.hpp"

namespace comac {

/// The terms of C_beta from their definitions, slow and obvious: the oracle of everything faster.
/// O(states^2).
template <MarkovChain Chain>
CostTerms information(const Chain& chain, std::span<const std::uint32_t> cluster, std::size_t clusters,
                      double beta);

}  // namespace comac
