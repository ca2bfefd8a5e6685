// SPDX-License-Identifier: MIT
#include "choose/count.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "constraints/feasibility.hpp"

namespace comac {
namespace {

constexpr int half_powers = 34;  // T = 2^0, 2^.5, ... 2^17

}  // namespace

std::vector<CountPoint> compare_counts(const Spectrum& spectrum, std::size_t least, std::size_t most) {
  const auto value = [&](std::size_t i) { return i < spectrum.pairs ? spectrum.values[i] : 0.0; };
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

std::vector<CountPoint> candidate_counts(const Spectrum& spectrum, const SideInformation& said,
                                         const Constraints& constraints, const Options& options) {
  const std::size_t rows = spectrum.masses.size();
  const std::size_t least =
      std::min(rows, std::max(options.least_clusters, needed_clusters(said, constraints)));
  return compare_counts(spectrum, least, std::max(least, std::min(rows, options.most_clusters)));
}

std::size_t clearest_count(const std::vector<CountPoint>& counts) {
  return std::ranges::max_element(counts, {}, &CountPoint::gap)->clusters;
}

}  // namespace comac
