// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/options.hpp"

namespace comac {

/// C_beta = (1 - 2 beta) I(X1;Y2) - (1 - beta) I(Y1;Y2) plus what soft side information charges, in bits;
/// lower is better.
struct CostTerms {
  double beta = 0;
  double state_information = 0;    ///< I(X1;Y2)
  double cluster_information = 0;  ///< I(Y1;Y2)
  double side = 0;                 ///< the charge for soft items that are not honoured
  double cost() const { return (1 - 2 * beta) * state_information - (1 - beta) * cluster_information + side; }
};

/// One restart as it ended.
struct RestartSummary {
  double cost = 0;
  std::size_t sweeps = 0;
  bool converged = false;  ///< the last sweep moved nothing
  double echo = 0;         ///< see Echo; the search with the least cost + echo is kept
};

/// The cost after a sweep; annealing lowers beta on the way.
struct TracePoint {
  double beta = 0;
  double cost = 0;
};

/// A hard constraint that a partition does not honour.
struct Violation {
  enum class Kind { link, labels } kind = Kind::link;
  std::size_t link = 0;            ///< index into SideInformation::links (kind link)
  std::uint32_t first_label = 0;   ///< kind labels: two classes in one cluster, or one class in two
  std::uint32_t second_label = 0;  ///< equal to first_label if one class is split
  std::uint32_t first = 0;         ///< a row of each side
  std::uint32_t second = 0;
};

/// Something said that contradicts other things said and was left out or made soft (--on-conflict).
struct Dropped {
  enum class Kind { label, link } kind = Kind::link;
  std::size_t index = 0;  ///< into SideInformation::labels or ::links
  std::string reason;     ///< one sentence: the chain of items that contradicts it
  /// That chain: indices into labels, or the number of labels plus an index into links. Without any one of
  /// these items, or this one, the others agree.
  std::vector<std::size_t> against = {};
};

/// How far the side information was trusted.
struct Trust {
  double labels = 1;
  double links = 1;
  bool estimated = false;
};

/// Which of the things said were honoured.
struct Certificate {
  std::size_t labels = 0;
  std::size_t must_links = 0;
  std::size_t cannot_links = 0;
  std::size_t groups = 0;                    ///< rows and must-link components that move as one
  std::vector<Violation> violated;           ///< of the hard items
  std::vector<std::size_t> outvoted_labels;  ///< soft labels other than the one their cluster stands for
  std::vector<std::size_t> outvoted_links;   ///< soft links that do not hold
  Trust trust;
  std::vector<Dropped> dropped;
  std::vector<Dropped> softened;      ///< made soft instead of being left out
  std::vector<std::string> warnings;  ///< e.g. more mutually exclusive groups than clusters
};

/// What a label or link costs.
struct ItemCost {
  std::size_t item = 0;  ///< index into labels, or the number of labels plus an index into links
  double bits = 0;       ///< gained if it alone were lifted
  bool soft = false;
  bool violated = false;
};

/// A row beside the clusters.
struct RowMargins {
  std::uint32_t row = 0;
  std::vector<double> bits;   ///< for each cluster: what the cost would rise by if the row alone went there
  std::vector<bool> allowed;  ///< for each cluster: no hard cannot-link or label of its group is against it
  std::vector<std::size_t> held_by;  ///< items that name the row, numbered as in ItemCost
};

struct Explanation {
  std::vector<ItemCost> ranking;  ///< the dearest first, ties in order
  std::vector<RowMargins> rows;
};

/// How the chain was kept.
struct ChainSummary {
  ChainKind kind = ChainKind::dense;
  std::size_t transitions = 0;   ///< that are stored
  bool exact_neighbours = true;  ///< of a sparse chain: how near rows were searched
  double recall = 1;             ///< share of the true neighbours that were found, from a sample
  std::size_t memory = 0;        ///< bytes that the whole run was estimated to take
  std::size_t steps = 1;         ///< that the chain takes at a time: asked for, or chosen by the system
};

/// Milliseconds per stage.
struct Times {
  double chain = 0;
  double optimise = 0;
  double total = 0;
};

/// What a run returns.
struct Result {
  std::vector<std::uint32_t> cluster;  ///< of each row, 0 .. clusters-1
  std::vector<std::size_t> sizes;      ///< rows in each cluster
  std::size_t clusters_found = 0;      ///< clusters that are not empty
  double sigma = 0;                    ///< sigma_k; 0 for a chain that the user brought
  double stationary_residual = 0;      ///< sum |mu P - mu|; 0 for a symmetric chain
  ChainSummary chain;
  CostTerms terms;
  double cost = 0;
  std::vector<RestartSummary> restarts;
  std::size_t best_restart = 0;
  std::vector<TracePoint> trace;  ///< of the best restart; first its start
  /// Chances to go from one cluster to another in one step, a row after the other; 0 from an empty cluster.
  std::vector<double> transition;
  Certificate certificate;
  std::optional<Explanation> explanation;  ///< if Options::explain asked for it
  Times times;
  bool cancelled = false;
};

}  // namespace comac
