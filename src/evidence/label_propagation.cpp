// SPDX-License-Identifier: MIT
#include "evidence/label_propagation.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/parallel.hpp"
#include "comac/base/error.hpp"

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
                                                         std::span<const Example> examples,
                                                         std::size_t clusters, std::size_t threads) {
  std::vector<float> at(chain.states() * clusters, 0);
  std::vector<double> average(clusters, 0);
  const double a_label = average_counts * goes_on / (1 - goes_on) / static_cast<double>(chain.states());
  for (const auto& [row, cluster] : examples) {
    at[row * clusters + cluster] = 1;
    average[cluster] += a_label;
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

std::vector<double> LabelPropagation::bits_of(const AskedRows& rows) const {
  const std::size_t k = clusters();
  std::vector<double> bits(rows.count() * k);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    const std::size_t begin = rows.offsets[r], steps = rows.offsets[r + 1] - begin;
    const std::vector<double> shares =
        shares_of({rows.to.data() + begin, steps}, {rows.chance.data() + begin, steps});
    for (std::size_t c = 0; c < k; ++c) bits[r * k + c] = -std::log2(shares[c]);
  }
  return bits;
}

nlohmann::json LabelPropagation::to_json() const { return nullptr; }

EvidencePtr learn_label_propagation(const Lesson& lesson) {
  auto learned = LabelPropagation::around(lesson.chain, lesson.examples, lesson.clusters, lesson.threads);
  return learned ? std::make_shared<LabelPropagation>(*std::move(learned)) : nullptr;
}

EvidencePtr load_label_propagation(const nlohmann::json&, const Lesson& lesson) {
  auto learned = learn_label_propagation(lesson);
  if (learned == nullptr) throw Error(ErrorCode::data, "labels near by speak of clusters that have none");
  return learned;
}

}  // namespace comac
