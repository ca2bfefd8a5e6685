// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chain/spectrum.hpp"

namespace comac {

/// The chance to be in each cluster so many steps after each state, a state after the other, by the modes of
/// the spectrum; those of a state sum to 1. As floats: they are kept for every row of a model.
/// O(states pairs clusters).
std::vector<float> arrival_chances(const Spectrum& spectrum, double steps,
                                   std::span<const std::uint32_t> cluster, std::size_t clusters,
                                   std::size_t threads = 1);

}  // namespace comac
