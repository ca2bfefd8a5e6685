// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "base/progress_gate.hpp"
#include "chain/sparse_chain.hpp"
#include "comac/data/table.hpp"
#include "neighbours/nearest.hpp"

namespace comac {

struct NeighbourChainOptions {
  std::size_t neighbours = 20;  ///< a row itself among them
  Kernel kernel = Kernel::gaussian;
  GraphKind graph = GraphKind::either;
  NeighbourSearch search = NeighbourSearch::automatic;
  std::uint64_t seed = 1;
  std::size_t threads = 0;
  double recall = 0.95;  ///< what an approximate search aims at
};

struct NeighbourChain {
  SparseChain chain;
  double sigma = 0;            ///< sigma_k; 0 for equal weights
  bool exact = true;           ///< how the neighbours were searched
  double recall = 1;           ///< share of the true neighbours that were found
  std::size_t neighbours = 0;  ///< as the options had them, and the kernel
  Kernel kernel = Kernel::gaussian;
  double typical_distance =
      0;  ///< sigma_k, which is measured for equal weights, too; 0 if all rows are equal
};

/// The chain of the paper, P(i,j) proportional to exp(-|x_i - x_j|^2 / sigma_k), kept only between near rows
/// and from each row to itself; or with equal weights (Kernel::binary). Where `neighbours` covers all rows it
/// is the dense chain. Throws Error(data) if sigma_k is 0 or not finite.
NeighbourChain neighbour_chain(const TableView& table, const NeighbourChainOptions& options,
                               ProgressGate& progress);

/// The symmetric chain of lists in which every distance has been replaced by the weight of its transition.
/// O(rows count^2).
SparseChain chain_of_weights(NearestLists weights, GraphKind graph, std::size_t threads);

/// Entries that the chain will have, or so: how many lists are mutual depends on the data.
std::size_t likely_entries(std::size_t rows, const NeighbourChainOptions& options);

/// Bytes at the peak, the table not counted, the chain that is returned included.
std::size_t neighbour_chain_memory(std::size_t rows, std::size_t columns,
                                   const NeighbourChainOptions& options);

}  // namespace comac
