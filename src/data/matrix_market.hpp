// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "comac/data/table.hpp"

namespace comac {

/// Reads a Matrix Market file (coordinate or array; real, integer or pattern; general or symmetric) into a
/// dense table. Entries given more than once are added up, those of a pattern are 1. Throws Error(data)
/// before it takes more than `memory_limit` bytes (0: what is free).
Table parse_matrix_market(std::string_view content, const std::string& file, std::size_t memory_limit = 0);
/// The same without the zeros. O(entries log entries).
SparseMatrix parse_sparse_matrix_market(std::string_view content, const std::string& file,
                                        std::size_t memory_limit = 0);

}  // namespace comac
