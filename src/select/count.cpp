// SPDX-License-Identifier: MIT
#include "select/count.hpp"

#include <algorithm>
#include <cmath>

namespace comac {
namespace {

const double slowest_rate = std::exp2(-17);
constexpr double same_drop = 1.2;  // of the number of clusters
constexpr double as_strong = 0.5;

/// On how many rows a mode lives.
double rows_of_mode(const Spectrum& spectrum, std::size_t mode) {
  double sum = 0;
  for (std::size_t i = 0; i < spectrum.states; ++i) {
    const double square = spectrum.vector_of(i)[mode] * spectrum.vector_of(i)[mode];
    sum += square * square;
  }
  return 1 / sum;
}

}  // namespace

std::vector<double> relaxation_rates(const Spectrum& spectrum) {
  std::vector<double> rates;
  for (std::size_t m = 0; m < spectrum.pairs; ++m) {
    if (m > 0 && rows_of_mode(spectrum, m) < static_cast<double>(least_rows_of_cluster)) continue;
    const double value = std::max(spectrum.values[m], 1e-9);  // below is rounding
    rates.push_back(std::max(-std::log(value), slowest_rate));
  }
  return rates;
}

std::vector<CountPoint> compare_counts(std::span<const double> rates, std::size_t states) {
  std::vector<CountPoint> points;
  const std::size_t most = std::max<std::size_t>(2, states / least_rows_of_cluster);
  for (std::size_t k = 2; k < rates.size() && k <= most; ++k) {
    const auto clusters = static_cast<double>(k);
    const double gap = clusters * std::log(rates[k] / rates[k - 1]);
    const double error = clusters * std::sqrt(clusters / static_cast<double>(states));
    points.push_back({k, std::max(0.0, gap - error)});
  }
  return points;
}

const CountPoint* strongest(std::span<const CountPoint> points, std::size_t least, std::size_t most) {
  const CountPoint* best = nullptr;
  for (const CountPoint& point : points) {
    const bool may = point.clusters >= least && point.clusters <= most;
    if (may && (best == nullptr || point.strength > best->strength)) best = &point;
  }
  if (best == nullptr) return best;
  const CountPoint* last = best;
  const double reach = same_drop * static_cast<double>(best->clusters);
  for (const CountPoint& point : points) {
    const bool same = point.clusters > best->clusters && point.clusters <= most &&
                      static_cast<double>(point.clusters) <= reach;
    if (same && point.strength >= std::max(clear_strength, as_strong * best->strength)) last = &point;
  }
  return last;
}

}  // namespace comac
