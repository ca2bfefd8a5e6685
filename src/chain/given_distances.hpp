// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "comac/data/table.hpp"

namespace comac {

/// Similarities of things of which only the distances d are given: exp(-d^2 / sigma_k) between each and its
/// nearest `neighbours`, itself among them, and back; 1 with itself. sigma_k is the mean of d^2 to these
/// nearest. Entries that are not given are far; of distances that differ by direction the smaller counts.
/// Throws Error(data) for distances below 0 or not finite, and if all of the nearest are 0. O(entries log k).
SparseMatrix similarities_of_distances(const SparseMatrix& distances, std::size_t neighbours);

}  // namespace comac
