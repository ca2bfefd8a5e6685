// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chain/dense_chain.hpp"
#include "comac/data/table.hpp"
#include "systems/points.hpp"
#include "systems/side.hpp"

namespace comac {

/// The class of each row by the largest entry of F = (1 - a) (I - a S)^-1 Y (Zhou et al. 2004), Y the classes
/// one-hot and a = 0.2, the first of equals. A
/// row that no label reaches gets the class of the nearest labelled row. At least one row is labelled.
std::vector<std::uint32_t> spread_labels(const DenseChain& chain, const Table& table, const Classes& classes,
                                         std::size_t threads);

}  // namespace comac
