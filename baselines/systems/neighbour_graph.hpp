// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chain/dense_chain.hpp"
#include "comac/data/table.hpp"
#include "constraints/groups.hpp"

namespace comac {

/// The `count` nearest other rows of each row, nearest first, equals by index. O(rows^2 columns) time,
/// O(rows count) memory.
std::vector<std::vector<std::uint32_t>> nearest_rows(const Table& table, std::size_t count,
                                                     std::size_t threads);

/// Rows that are among one another's `neighbours` nearest; a row that then has no edge is joined with its
/// nearest.
Adjacency mutual_neighbours(const Table& table, std::size_t neighbours, std::size_t threads);

/// The random walk on an unweighted graph: J(i,j) = 1 / (2 edges) for each edge. A graph of one vertex stays
/// where it is. Every vertex has an edge otherwise.
DenseChain random_walk(const Adjacency& graph);

}  // namespace comac
