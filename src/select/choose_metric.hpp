// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chain/neighbour_chain.hpp"
#include "comac/result.hpp"
#include "prep/learned_map.hpp"
#include "select/choose.hpp"

namespace comac {

/// Rows as a learned metric sees them, and the chain between them.
struct LearnedData {
  LearnedMap map;
  Table rows;
  NeighbourChain built;
  std::vector<std::uint32_t>
      start;  ///< clusters of the rows that learning ended with; empty if it saw a part
};

/// Learns a metric from links, if that is asked for, or if there are enough of them and links that were left
/// out while it was learned are predicted no worse than by clusters that know of no link. A sample is looked
/// at where there are more than 5000 rows or 2000 links. `finding` tells how that went; it stays empty where
/// nothing was tried.
std::optional<LearnedData> choose_metric(const SparseChain& chain, const Spectrum& spectrum,
                                         const RowsOfTable& rows, const SearchTask& task,
                                         const Options& options, ProgressGate& progress,
                                         std::optional<MetricFinding>& finding);

/// Clusters of a table of at most 5000 rows in one go: by a metric that its links teach, where they are
/// enough for that, and by the plain chain else.
std::vector<std::uint32_t> clusters_at_once(const SparseChain& chain, const Spectrum& spectrum,
                                            const RowsOfTable* rows, const SearchTask& task,
                                            const Options& options, ProgressGate& progress);

/// The choice on such a ground, whose spectrum this is: its chain takes few steps, links spread over it, and
/// a model of the rows follows where these lead.
Choice choose_when_learned(const SparseChain& chain, Spectrum spectrum, RowsOfTable rows,
                           const SearchTask& task, const Options& options, ProgressGate& progress,
                           const WarmStart& kept = {});

}  // namespace comac
