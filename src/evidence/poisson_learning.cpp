// SPDX-License-Identifier: MIT
#include "evidence/poisson_learning.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/parallel.hpp"
#include "comac/base/error.hpp"
#include "evidence/json_numbers.hpp"

namespace comac {
namespace {

/// What the spectrum leaves out dies away at least as fast as its last eigenvalue's powers.
constexpr std::size_t steps = 16;
/// Modes nearer to 1 are pieces of the chain that hardly anything joins; there the sum has no limit. They
/// shall not drown what tells rows of a piece apart.
constexpr double most_value = 1 - 1e-3;
constexpr std::size_t rows_at_once = 1024;

/// The sources: a row after the other, K numbers each, which sum to 0 over all rows.
std::vector<double> sources_of(const Lesson& lesson) {
  const std::size_t k = lesson.clusters;
  std::vector<double> count(k, 0), source(lesson.examples.size() * k, 0);
  for (const Example& example : lesson.examples) ++count[example.cluster];
  for (std::size_t i = 0; i < lesson.examples.size(); ++i) {
    for (std::size_t c = 0; c < k; ++c)
      source[i * k + c] = (lesson.examples[i].cluster == c ? 1.0 : 0.0) -
                          count[c] / static_cast<double>(lesson.examples.size());
  }
  return source;
}

/// The slow modes' part: sum over m of phi_m(x) / (1 - l_m) sum over sources of phi_m b.
std::vector<double> by_modes(const Lesson& lesson, const std::vector<double>& source) {
  const Spectrum& spectrum = *lesson.spectrum;
  const std::size_t k = lesson.clusters, pairs = spectrum.pairs;
  std::vector<double> amount(pairs * k, 0), u(spectrum.states * k, 0);
  for (std::size_t i = 0; i < lesson.examples.size(); ++i) {
    const std::uint32_t row = lesson.examples[i].row;
    for (std::size_t m = 0; m < pairs; ++m) {
      const double at = spectrum.vector_of(row)[m] / std::sqrt(spectrum.masses[row]);
      for (std::size_t c = 0; c < k; ++c) amount[m * k + c] += at * source[i * k + c];
    }
  }
  for (std::size_t m = 0; m < pairs; ++m) {
    const double left = 1 - std::min(spectrum.values[m], most_value);
    const double factor = m == 0 ? 0 : 1 / left;
    for (std::size_t c = 0; c < k; ++c) amount[m * k + c] *= factor;
  }
  parallel_for(spectrum.states, rows_at_once, lesson.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t x = begin; x < end; ++x) {
      for (std::size_t m = 0; m < pairs; ++m) {
        const double at = spectrum.vector_of(x)[m] / std::sqrt(spectrum.masses[x]);
        for (std::size_t c = 0; c < k; ++c) u[x * k + c] += at * amount[m * k + c];
      }
    }
  });
  return u;
}

/// u <- P u + D^-1 sources.
void step(const Lesson& lesson, const std::vector<double>& source, std::vector<double>& u,
          std::vector<double>& next) {
  const std::size_t k = lesson.clusters;
  parallel_for(lesson.chain.states(), rows_at_once, lesson.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t x = begin; x < end; ++x) {
      const Flows flows = lesson.chain.from(x);
      double* out = next.data() + x * k;
      std::fill(out, out + k, 0.0);
      for (std::size_t e = 0; e < flows.size(); ++e) {
        for (std::size_t c = 0; c < k; ++c) out[c] += flows.mass[e] * u[flows.state[e] * k + c];
      }
      for (std::size_t c = 0; c < k; ++c) out[c] /= lesson.chain.mass(x);
    }
  });
  for (std::size_t i = 0; i < lesson.examples.size(); ++i) {
    const std::uint32_t row = lesson.examples[i].row;
    for (std::size_t c = 0; c < k; ++c) next[row * k + c] += source[i * k + c] / lesson.chain.mass(row);
  }
  std::swap(u, next);
}

}  // namespace

EvidencePtr learn_poisson(const Lesson& lesson) {
  if (lesson.spectrum == nullptr || lesson.examples.size() < 2) return nullptr;
  const std::vector<double> source = sources_of(lesson);
  std::vector<double> u = by_modes(lesson, source), next(u.size());
  for (std::size_t s = 0; s < steps && !lesson.stopped(); ++s) step(lesson, source, u, next);
  double squares = 0;
  for (const double value : u) squares += value * value;
  const double spread = std::sqrt(squares / static_cast<double>(u.size()));
  if (!(spread > 0) || !std::isfinite(spread)) return nullptr;
  std::vector<float> potential(u.size());
  for (std::size_t i = 0; i < u.size(); ++i) potential[i] = static_cast<float>(u[i] / spread);
  return std::make_shared<PoissonLearning>(lesson.clusters, std::move(potential),
                                           doubt_after(lesson.examples.size()));
}

std::vector<double> PoissonLearning::bits_of(const AskedRows& rows) const {
  std::vector<double> chances(rows.count() * clusters_, 0);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    double* out = chances.data() + r * clusters_;
    for (std::size_t e = rows.offsets[r]; e < rows.offsets[r + 1]; ++e) {
      for (std::size_t c = 0; c < clusters_; ++c)
        out[c] += rows.chance[e] * double{potential_[rows.to[e] * clusters_ + c]};
    }
    const double most = *std::max_element(out, out + clusters_);
    double sum = 0;
    for (std::size_t c = 0; c < clusters_; ++c) sum += out[c] = std::exp(out[c] - most);
    for (std::size_t c = 0; c < clusters_; ++c) out[c] /= sum;
  }
  return doubted_bits(std::move(chances), clusters_, doubt_);
}

nlohmann::json PoissonLearning::to_json() const {
  return {{"potential", numbers_json(potential_)}, {"doubt", doubt_}};
}

EvidencePtr load_poisson(const nlohmann::json& json, const Lesson& lesson) {
  auto potential = numbers_from<float>(json.at("potential"));
  const auto doubt = json.at("doubt").get<double>();
  const bool sound = potential.size() == lesson.chain.states() * lesson.clusters &&
                     std::ranges::all_of(potential, [](float value) { return std::isfinite(value); }) &&
                     doubt >= 0 && doubt <= 1;
  if (!sound) throw Error(ErrorCode::data, "labels spread over the chain are of other rows or clusters");
  return std::make_shared<PoissonLearning>(lesson.clusters, std::move(potential), doubt);
}

}  // namespace comac
