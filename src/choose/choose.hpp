// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chain/sparse_chain.hpp"
#include "choose/row_model.hpp"
#include "choose/scales.hpp"
#include "comac/base/progress.hpp"

namespace comac {

/// What our own engine chose for a table: how many steps the chain takes, and whether a model of the rows
/// stands beside it.
struct Choice {
  Spectrum spectrum;
  ScaleScan scan;
  double steps = 1;
  std::optional<RowModel> model;  ///< if it tells the rows in fewer bits than their neighbours do
  double bits_by_model = 0;       ///< for each row; 0 if no model was tried
  double bits_by_neighbours = 0;
  std::vector<TermMaker> terms;      ///< of the cost beside the chain's own
  std::vector<std::uint32_t> start;  ///< the cluster of each row where the search begins
};

/// The rows of a table as they are compared; `typical_distance` is sigma_k.
struct RowsOfTable {
  TableView rows;
  double typical_distance = 1;
  bool learned = false;  ///< whether a metric that was learned has gone over them
};

/// The spectrum of a chain: as it is, or by way of a coarser one where it has many states.
Spectrum spectrum_for(const SparseChain& chain, std::size_t pairs, const Options& options,
                      ProgressGate& progress);

/// Chooses for a symmetric chain whose spectrum this is. Without `rows` no model is tried. With a start, the
/// cluster of each row, the scale must be given, and only the model of the rows is made for it.
Choice choose(const SparseChain& chain, Spectrum spectrum, const RowsOfTable* rows, const SearchTask& task,
              const Options& options, ProgressGate& progress);

/// The clusters of such a choice.
std::vector<std::uint32_t> quick_clusters(const SparseChain& chain, const Spectrum& spectrum,
                                          const RowsOfTable* rows, const SearchTask& task,
                                          const Options& options, ProgressGate& progress);

}  // namespace comac
