// SPDX-License-Identifier: MIT
#include "select/find_count.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/random.hpp"
#include "chain/neighbour_chain.hpp"
#include "comac/base/error.hpp"
#include "constraints/colouring.hpp"
#include "constraints/feasibility.hpp"
#include "select/count.hpp"
#include "select/plan.hpp"

namespace comac {
namespace {

constexpr std::size_t first_pairs = 36;
/// Of states * pairs^2, about what an eigenproblem costs: a few seconds.
constexpr double most_work = 1e9;
/// Rows in one or two dimensions, without structure, have rates of at least pairs / states (Weyl's law, and a
/// row takes ten neighbours); half of it leaves room. Slower ones are of clusters.
constexpr double of_structureless = 0.5;
/// The sample makes modes a little slower. A square is up to twice as slow as a cloud of its covariance,
/// too: 1.3 still cuts it, and 2 takes overlapping clusters for one (docs/ablations.md).
constexpr double slower_than_structureless = 1.3;

/// Of more clusters than that nobody could say that they are there, unless they stand out.
constexpr std::size_t most_unclear = 12;

std::vector<bool> labelled_classes(const SideInformation& said, bool hard_only) {
  std::vector<bool> labelled(said.label_names.size(), false);
  for (const Label& label : said.labels)
    labelled[label.label] = labelled[label.label] || !hard_only || is_hard(label);
  return labelled;
}

std::size_t count_classes(const SideInformation& said, bool hard_only) {
  return static_cast<std::size_t>(std::ranges::count(labelled_classes(said, hard_only), true));
}

/// As many modes as it takes to see where clusters end.
std::vector<double> rates_of(const SparseChain& chain, const Options& options, ProgressGate& progress) {
  std::size_t pairs = first_pairs;
  for (;; pairs *= 2) {
    const Spectrum spectrum = spectrum_for(chain, pairs, options, progress);
    if (progress.stopped()) throw Error(ErrorCode::interrupted, "interrupted before there was a result");
    std::vector<double> rates = relaxation_rates(spectrum);
    const auto states = static_cast<double>(chain.states()), seen = static_cast<double>(pairs);
    const bool ends = spectrum.pairs < pairs || 2 * pairs >= chain.states() ||
                      4 * states * seen * seen > most_work || rates.size() > options.most_count() + pairs / 2;
    if (ends || rates.back() > of_structureless * seen / states) return rates;
  }
}

/// The chain to count by: rows that lie alone are not cut off.
std::optional<SparseChain> chain_of(const TableView& rows, const Options& options, ProgressGate& progress) {
  NeighbourChainOptions wanted = chain_options(options, rows.rows);
  if (wanted.kernel != Kernel::gaussian) return std::nullopt;
  wanted.kernel = Kernel::adaptive;
  return neighbour_chain(rows, wanted, progress).chain;
}

bool looks_structureless(const std::vector<double>& rates, const TableView& rows, const Options& options,
                         ProgressGate& progress) {
  const Table other = structureless_like(rows, options.seed);
  const std::optional<SparseChain> widened = chain_of(other, options, progress);
  const SparseChain chain =
      widened ? *widened : neighbour_chain(other, chain_options(options, rows.rows), progress).chain;
  const std::vector<double> others = rates_of(chain, options, progress);
  return rates.size() < 2 || others.size() < 2 || others[1] < slower_than_structureless * rates[1];
}

/// The numbers that there may be.
struct Range {
  std::size_t least = 1;
  std::size_t most = 1;
  std::size_t needed = 1;
};

Range range_of(std::size_t states, const SideInformation& known, const Options& options) {
  const std::size_t needed =
      std::min(states, needed_clusters(known, propagate(known, states, OnConflict::drop)));
  const std::size_t asked = options.most_clusters == 0 ? states : std::min(states, options.most_clusters);
  const std::size_t least = std::max(std::min(options.least_clusters, states), needed);
  return {least, std::max(least, asked), needed};
}

/// Where no number stands out: the K with the largest mean of l_K^T - l_(K+1)^T, l_K = exp(-r_K), over the
/// times T = 1 ... 2^17 by half powers of two. After T steps the K-th mode is what K clusters keep that fewer
/// don't, and the next one what is lost by not taking one more. It prefers few, large clusters.
std::size_t largest_mean_gap(const std::vector<double>& rates, std::size_t least, std::size_t most) {
  constexpr int half_powers = 34;
  const auto kept = [&](std::size_t mode, double steps) {
    return mode < rates.size() ? std::exp(-rates[mode] * steps) : 0.0;
  };
  std::size_t best = std::max<std::size_t>(least, 2);
  double largest = -1;
  for (std::size_t k = best; k <= std::min(most, rates.size()); ++k) {
    double gap = 0;
    for (int t = 0; t <= half_powers; ++t)
      gap += kept(k - 1, std::exp2(t / 2.0)) - kept(k, std::exp2(t / 2.0));
    if (gap > largest) largest = gap, best = k;
  }
  return best;
}

double strength_of(const std::vector<CountPoint>& points, std::size_t clusters) {
  const auto point = std::ranges::find(points, clusters, &CountPoint::clusters);
  return point == points.end() ? 0 : point->strength;
}

}  // namespace

std::size_t needed_clusters(const SideInformation& said, const Constraints& constraints) {
  std::size_t needed = std::max<std::size_t>(count_classes(said, true), 1);
  needed = std::max(needed, greedy_clique(constraints.exclusive).size());
  return std::max(needed, colours_enough(constraints.exclusive, needed));
}

Table structureless_like(const TableView& rows, std::uint64_t seed) {
  constexpr std::size_t summands = 32;
  std::vector<double> mean(rows.columns, 0);
  for (std::size_t r = 0; r < rows.rows; ++r) {
    for (std::size_t c = 0; c < rows.columns; ++c) mean[c] += rows.at(r, c) / static_cast<double>(rows.rows);
  }
  Table other{rows.rows, rows.columns, {}, {}};
  other.values.assign(rows.rows * rows.columns, 0);
  Random random(seed);
  for (std::size_t r = 0; r < rows.rows; ++r) {
    for (std::size_t s = 0; s < summands; ++s) {
      const std::size_t drawn = random.below(rows.rows);
      const double weight = (random.below(2) == 0 ? 1 : -1) / std::sqrt(static_cast<double>(summands));
      for (std::size_t c = 0; c < rows.columns; ++c) other.at(r, c) += weight * (rows.at(drawn, c) - mean[c]);
    }
  }
  return other;
}

CountFinding find_count(const SparseChain& chain, const RowsOfTable* rows, const SideInformation& known,
                        const Options& options, ProgressGate& progress) {
  const Range range = range_of(chain.states(), known, options);
  CountFinding finding{.clusters = range.least};
  if (options.most_clusters > 0 && range.needed > options.most_clusters) finding.needed = range.needed;
  if (range.least == range.most) return finding;
  const bool plain = rows == nullptr || rows->learned;
  const std::optional<SparseChain> widened = plain ? std::nullopt : chain_of(rows->rows, options, progress);
  const std::vector<double> rates = rates_of(widened ? *widened : chain, options, progress);
  finding.points = compare_counts(rates, chain.states());
  const std::size_t classes = count_classes(known, false);
  if (const CountPoint* best = strongest(finding.points, range.least, range.most); best != nullptr) {
    const bool clear = best->strength > clear_strength;
    const bool one = !clear && range.least == 1 && classes == 0 && !plain &&
                     looks_structureless(rates, rows->rows, options, progress);
    finding.clusters = one     ? 1
                       : clear ? best->clusters
                               : largest_mean_gap(rates, range.least, std::min(range.most, most_unclear));
  }
  if (classes >= range.least && classes <= range.most) {
    const CountPoint* more = strongest(finding.points, classes, range.most);
    const bool adds =
        more != nullptr && more->strength > clear_strength + strength_of(finding.points, classes);
    finding.clusters = adds ? more->clusters : classes;
  }
  finding.strength = strength_of(finding.points, finding.clusters);
  finding.clear = finding.strength > clear_strength;
  return finding;
}

}  // namespace comac
