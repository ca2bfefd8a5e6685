// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/progress_gate.hpp"
#include "chain/sparse_chain.hpp"
#include "evidence/evidence.hpp"
#include "select/pool.hpp"
#include "select/scales.hpp"

namespace comac {

/// What our own engine chose for a table: how many steps the chain takes, and what stands beside it.
struct Choice {
  Spectrum spectrum;
  ScaleScan scan;
  double steps = 1;
  EvidenceList evidence;     ///< a model of the rows, if it tells them in fewer bits than their neighbours do
  PoolVerdict verdict;       ///< of labels that were held out, on evidence that is learned from labels
  double bits_by_model = 0;  ///< for each row; 0 if no model was tried
  double bits_by_neighbours = 0;
  std::vector<TermMaker> terms;      ///< of the cost beside the chain's own
  std::vector<std::uint32_t> start;  ///< the cluster of each row where the search begins
};

/// The rows of a table, and whether its chain is by distances that links have taught; `typical_distance` is
/// sigma_k of the rows themselves.
struct RowsOfTable {
  TableView rows;
  double typical_distance = 1;
  bool learned = false;
  std::vector<std::size_t> sources = {};  ///< see ColumnMap::sources()
};

/// What a search on a chain found out and the next one on it need not find out again.
struct WarmStart {
  /// Of the chain, if it has no more than most_states_at_once.
  std::shared_ptr<const Spectrum> spectrum = nullptr;
  EvidenceList evidence = {};  ///< that stood beside the chain; with bits only where the rows are not at hand
  std::size_t labels = 0, links = 0;  ///< that it was learned from
  /// How rows go on that new ones come to: arrival_chances() after one step less than the chain takes. None
  /// where it takes one step or where clusters are many.
  std::vector<float> arrivals = {};
};

/// Steps at which rows around a row are looked at: near ones.
inline constexpr double near_steps = 16;

/// The spectrum of a chain: as it is, or by way of a coarser one where it has many states.
Spectrum spectrum_for(const SparseChain& chain, std::size_t pairs, const Options& options,
                      ProgressGate& progress);

/// Chooses for a symmetric chain whose spectrum this is. Without `rows` no model is tried. With a start, the
/// cluster of each row, the scale must be given, and only the model of the rows is made for it; the one that
/// was kept is a better beginning.
Choice choose(const SparseChain& chain, Spectrum spectrum, const RowsOfTable* rows, const SearchTask& task,
              const Options& options, ProgressGate& progress, const WarmStart& kept = {});

/// The clusters of such a choice.
std::vector<std::uint32_t> quick_clusters(const SparseChain& chain, const Spectrum& spectrum,
                                          const RowsOfTable* rows, const SearchTask& task,
                                          const Options& options, ProgressGate& progress);

}  // namespace comac
