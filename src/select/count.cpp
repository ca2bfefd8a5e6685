// SPDX-License-Identifier: MIT
#include "select/count.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "constraints/disjoint_sets.hpp"
#include "constraints/feasibility.hpp"

namespace comac {
namespace {

constexpr int half_powers = 34;  // T = 2^0, 2^.5, ... 2^17
constexpr std::uint32_t few_rows = 10;
constexpr double touches = 0.01;  // of the mass of one of two rows

/// Rows that touch, directly or by others between them.
DisjointSets touching_rows(const SparseChain& chain) {
  DisjointSets pieces(chain.states());
  for (std::uint32_t i = 0; i < chain.states(); ++i) {
    chain.each_from(i, [&](std::uint32_t j, double mass) {
      if (j > i && mass > touches * std::min(chain.mass(i), chain.mass(j))) pieces.join(i, j);
    });
  }
  return pieces;
}

/// The chances to stay in each piece of a few rows.
std::vector<double> stays_of_outliers(const SparseChain& chain) {
  DisjointSets pieces = touching_rows(chain);
  std::vector<std::uint32_t> size(chain.states(), 0);
  std::vector<double> mass(chain.states(), 0), inside(chain.states(), 0);
  for (std::uint32_t i = 0; i < chain.states(); ++i) {
    const std::uint32_t piece = pieces.find(i);
    ++size[piece], mass[piece] += chain.mass(i);
    chain.each_from(i, [&](std::uint32_t j, double flow) {
      if (pieces.find(j) == piece) inside[piece] += flow;
    });
  }
  std::vector<double> stays;
  for (std::size_t p = 0; p < size.size(); ++p) {
    if (size[p] > 0 && size[p] < few_rows) stays.push_back(inside[p] / mass[p]);
  }
  return stays;
}

}  // namespace

std::vector<double> values_without_outliers(const SparseChain& chain, const Spectrum& spectrum) {
  std::vector<double> values = spectrum.values;
  for (const double stay : stays_of_outliers(chain)) {
    if (values.size() <= 1) break;  // the first is that of all rows
    values.erase(std::ranges::min_element(values.begin() + 1, values.end(), {},
                                          [&](double value) { return std::abs(value - stay); }));
  }
  return values;
}

std::vector<CountPoint> compare_counts(std::span<const double> values, std::size_t least, std::size_t most) {
  const auto value = [&](std::size_t i) { return i < values.size() ? values[i] : 0.0; };
  std::vector<CountPoint> counts;
  for (std::size_t k = std::max<std::size_t>(least, 1); k <= most; ++k) {
    double sum = 0;
    for (int t = 0; t <= half_powers; ++t) {
      const double steps = std::exp2(t / 2.0);
      sum += std::pow(value(k - 1), steps) - std::pow(value(k), steps);
    }
    counts.push_back({k, sum / (half_powers + 1)});
  }
  return counts;
}

std::size_t needed_clusters(const SideInformation& said, const Constraints& constraints) {
  std::vector<bool> has_label(said.label_names.size(), false);
  for (const Label& label : said.labels) has_label[label.label] = has_label[label.label] || is_hard(label);
  auto needed = static_cast<std::size_t>(std::ranges::count(has_label, true));
  needed = std::max<std::size_t>(needed, 1);
  while (needed < constraints.components.count()) {
    const Feasibility found = feasible_colouring(constraints.exclusive, needed);
    if (found.colours || !found.decided) return needed;
    ++needed;
  }
  return needed;
}

std::vector<CountPoint> candidate_counts(std::span<const double> values, std::size_t rows,
                                         const SideInformation& said, const Constraints& constraints,
                                         const Options& options) {
  const std::size_t least =
      std::min(rows, std::max(options.least_clusters, needed_clusters(said, constraints)));
  return compare_counts(values, least, std::max(least, std::min(rows, options.most_clusters)));
}

std::size_t clearest_count(const std::vector<CountPoint>& counts) {
  return std::ranges::max_element(counts, {}, &CountPoint::gap)->clusters;
}

}  // namespace comac
