// SPDX-License-Identifier: MIT
#include "evidence/label_propagation.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/parallel.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 1024;
constexpr double goes_on = 0.8;
constexpr double average_counts = 0.1;  // of what an average row meets
/// Beyond the most, less than a hundredth of a walk is left.
constexpr std::size_t most_steps = 21, least_steps = 4;
constexpr double most_work = 1e9;
/// Of the mass of a row; one that lets go less than that stays where it is.
constexpr double least_leaving = 1e-9;

std::size_t steps_of(const SparseChain& chain, std::size_t clusters) {
  const double work = static_cast<double>(chain.entries()) * static_cast<double>(clusters);
  return std::clamp(static_cast<std::size_t>(most_work / work), least_steps, most_steps);
}

/// What a walk from row i meets, if that is what it meets from the next row on.
void meet(const SparseChain& chain, std::size_t i, const std::vector<float>& passed, std::span<double> met) {
  constexpr std::size_t ahead = 8;  // rows lie all over memory: they are asked for before they are needed
  const Flows flows = chain.from(i);
  double leaving = 0;
  std::ranges::fill(met, 0);
  for (std::size_t e = 0; e < flows.size(); ++e) {
    if (e + ahead < flows.size()) __builtin_prefetch(passed.data() + flows.state[e + ahead] * met.size());
    if (flows.state[e] == i) continue;
    leaving += flows.mass[e];
    const float* from = passed.data() + flows.state[e] * met.size();
    for (std::size_t c = 0; c < met.size(); ++c) met[c] += flows.mass[e] * from[c];
  }
  const double factor = leaving < least_leaving * chain.mass(i) ? 0 : goes_on / leaving;
  for (double& value : met) value *= factor;
}

/// One step of all walks.
void step_back(const SparseChain& chain, const std::vector<float>& labels, std::size_t clusters,
               std::size_t threads, const std::vector<float>& passed, std::vector<float>& next) {
  parallel_for(chain.states(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<double> met(clusters);
    for (std::size_t i = begin; i < end; ++i) {
      meet(chain, i, passed, met);
      for (std::size_t c = 0; c < clusters; ++c)
        next[i * clusters + c] = labels[i * clusters + c] + static_cast<float>(met[c]);
    }
  });
}

}  // namespace

std::optional<LabelPropagation> LabelPropagation::around(const SparseChain& chain,
                                                         const std::vector<Label>& labels,
                                                         std::span<const std::uint32_t> cluster_of,
                                                         std::size_t clusters, std::size_t threads) {
  std::vector<float> at(cluster_of.size() * clusters, 0);
  std::vector<double> average(clusters, 0);
  const double a_label = average_counts * goes_on / (1 - goes_on) / static_cast<double>(chain.states());
  for (const Label& label : labels) {
    if (!is_hard(label)) continue;
    at[label.row * clusters + cluster_of[label.row]] = 1;
    average[cluster_of[label.row]] += a_label;
  }
  if (std::ranges::find(average, 0.0) != average.end()) return std::nullopt;
  std::vector<float> passed = at, next(at.size());
  for (std::size_t step = 1; step < steps_of(chain, clusters); ++step) {
    step_back(chain, at, clusters, threads, passed, next);
    std::swap(passed, next);
  }
  return LabelPropagation(std::move(passed), std::move(average));
}

void LabelPropagation::share_out(std::span<double> met) const {
  double sum = 0;
  for (std::size_t c = 0; c < met.size(); ++c) sum += met[c] += average_[c];
  for (double& value : met) value /= sum;
}

std::vector<double> LabelPropagation::shares(const SparseChain& chain, std::size_t threads) const {
  const std::size_t clusters = average_.size();
  std::vector<double> shares(chain.states() * clusters);
  parallel_for(chain.states(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::span<double> met(shares.data() + i * clusters, clusters);
      meet(chain, i, passed_, met);
      share_out(met);
    }
  });
  return shares;
}

std::vector<double> LabelPropagation::shares_of(std::span<const std::uint32_t> rows,
                                                std::span<const double> chances) const {
  std::vector<double> met(average_.size(), 0);
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const float* from = passed_.data() + rows[n] * met.size();
    for (std::size_t c = 0; c < met.size(); ++c) met[c] += goes_on * chances[n] * from[c];
  }
  share_out(met);
  return met;
}

RowBits LabelPropagation::bits(const SparseChain& chain, std::size_t threads) const {
  std::vector<double> bits = shares(chain, threads);
  const auto rows = static_cast<double>(chain.states());
  for (double& value : bits) value = -0.5 * std::log2(value) / rows;
  return std::make_shared<const std::vector<double>>(std::move(bits));
}

}  // namespace comac
