// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comac/evaluate/certificate.hpp"
#include "comac/options.hpp"

namespace comac {

/// What one kind of term beside the chain's own charges: soft items, the mixture, label propagation, ...
struct TermBits {
  std::string name;
  double bits = 0;
};

/// C_beta = (1 - 2 beta) I(X1;Y2) - (1 - beta) I(Y1;Y2) plus what stands beside the chain, in bits; lower is
/// better.
struct CostTerms {
  double beta = 0;
  double state_information = 0;       ///< I(X1;Y2)
  double cluster_information = 0;     ///< I(Y1;Y2)
  std::vector<TermBits> beside = {};  ///< each kind of term once, in the order in which they were added
  double bits_beside() const {
    double sum = 0;
    for (const TermBits& term : beside) sum += term.bits;
    return sum;
  }
  double cost() const {
    return (1 - 2 * beta) * state_information - (1 - beta) * cluster_information + bits_beside();
  }
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

/// How the chain was kept.
struct ChainSummary {
  ChainKind kind = ChainKind::dense;
  std::size_t transitions = 0;       ///< that are stored
  std::size_t neighbours = 0;        ///< near rows that each row has, itself among them; 0 if it was given
  Kernel kernel = Kernel::gaussian;  ///< that made transitions of distances
  bool exact_neighbours = true;      ///< of a sparse chain: how near rows were searched
  double recall = 1;                 ///< share of the true neighbours that were found, from a sample
  std::size_t memory = 0;            ///< bytes that the whole run was estimated to take
  std::size_t steps = 1;             ///< that the chain takes at a time: asked for, or chosen by the system
  bool row_model = false;            ///< whether a model of the rows stands beside it
};

/// A scale at which a chain was looked at.
struct ScalePoint {
  std::size_t steps = 1;
  double most = 0;    ///< bits that the best grouping found at this scale keeps
  double chosen = 0;  ///< bits that the grouping which was chosen keeps
  double kept = 0;    ///< over all scales, by the grouping found at this one: the largest wins
};

/// A number of clusters that was compared with others.
struct CountPoint {
  std::size_t clusters = 0;
  double strength = 0;  ///< how clearly the chain falls into so many, see compare_counts(); clear beyond 4
};

/// How many clusters there are, where nobody said.
struct CountFinding {
  std::size_t clusters = 1;
  double strength = 0;                  ///< of this number; 0 for one cluster
  bool clear = false;                   ///< whether it stands out
  std::size_t needed = 0;               ///< by what is known, where the range asked for is too small
  std::vector<CountPoint> points = {};  ///< all numbers that were compared
};

struct ColumnWeight {
  std::string column;
  double weight = 0;
};

/// Two candidates on the same held-out items: what an item costs to foretell, in bits, on average.
struct HeldOut {
  double bits_simpler = 0;    ///< under the simpler candidate
  double bits = 0;            ///< under the other
  double standard_error = 0;  ///< of the difference
  std::size_t items = 0;
  double gain() const { return bits_simpler - bits; }
};

/// What links taught about the distances of rows.
struct MetricFinding {
  bool used = false;
  /// Links that were left out: by clusters that were found without any link, and with a learned metric.
  HeldOut links = {};
  double by_columns = 1;  ///< weight of the columns themselves; the rest is what a kernel sees of them
  /// How much of the learned distance of two rows each column makes up, on the average; none if not used.
  std::vector<ColumnWeight> column_weights = {};
};

/// A kind of evidence that stood beside the chain.
struct EvidenceFinding {
  std::string name;   ///< as in the JSON
  std::string words;  ///< in sentences
  double weight = 0;  ///< of a bit of it, beside a bit of the chain's cost
  /// How much each column told it; empty where that isn't known.
  std::vector<ColumnWeight> columns = {};
};

/// What our own engine chose by itself.
struct Chosen {
  std::vector<ScalePoint> scales;
  double bits_by_model = 0;       ///< of a row under a model of the rows; 0 if none was tried
  double bits_by_neighbours = 0;  ///< of a row by the rows near it: fewer, and no model is used
  std::optional<MetricFinding> metric = std::nullopt;  ///< where links are enough to learn one
  std::optional<CountFinding> count = std::nullopt;    ///< where the number of clusters was to be found
  std::vector<EvidenceFinding> evidence = {};          ///< that counted beside the chain
  /// Labels that were left out: by the clusters alone, and with evidence that is learned from the other
  /// labels.
  HeldOut labels = {};
  bool learned_from_labels = false;  ///< whether such evidence counts
};

/// What was done about the units of the columns.
struct Scaled {
  Scale scale = Scale::none;  ///< never automatic
  std::string why = {};       ///< where it was chosen: half a sentence
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
  /// How sure the cluster of each row is, from 0 to 1, as Prediction::confidence is; empty where a method
  /// knows no margins in bits.
  std::vector<double> confidence = {};
  /// The cluster that each row would rather be in than in any other but its own; empty with `confidence`.
  std::vector<std::uint32_t> runner_up = {};
  double sigma = 0;                ///< sigma_k; 0 for a chain that the user brought
  double stationary_residual = 0;  ///< sum |mu P - mu|; 0 for a symmetric chain
  Scaled scaled;
  ChainSummary chain;
  CostTerms terms;
  double cost = 0;
  std::vector<RestartSummary> restarts;
  std::size_t best_restart = 0;
  std::vector<TracePoint> trace;  ///< of the best restart; first its start
  /// Chances to go from one cluster to another in one step, a row after the other; 0 from an empty cluster.
  std::vector<double> transition;
  std::optional<Chosen> chosen;  ///< where scale or model were chosen
  /// Where the states of a chain without rows lie in a picture, x and y of each: near ones go on alike.
  std::vector<double> layout = {};
  Certificate certificate;
  std::optional<Explanation> explanation;  ///< if Options::explain asked for it
  Times times;
  bool cancelled = false;
};

}  // namespace comac
