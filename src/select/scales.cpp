// SPDX-License-Identifier: MIT
#include "select/scales.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/checkpoint.hpp"
#include "base/random.hpp"
#include "cost/xlog2x.hpp"
#include "optimise/restarts.hpp"
#include "select/starts.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

constexpr double first_steps = 2, next_steps = 4;
constexpr std::size_t most_scales = 9;      // up to 2^17 steps
constexpr double least_information = 0.01;  // bits; below there is nothing to be told apart
constexpr double weight_of_lasting = 2;
constexpr std::size_t sweeps_to_compare = 5, sweeps_to_go_on = 10;

/// Where searches at a scale begin, what was found at the scale before among it.
std::vector<Clusters> starts_and_before(const LowRankChain& chain, const SearchTask& task,
                                        const Options& options, Random& random,
                                        const std::vector<ScaleCandidate>& before) {
  std::vector<Clusters> starts = starts_at(chain, task.constraints, options, random);
  if (!before.empty()) starts.push_back(before.back().cluster_of_row);
  return starts;
}

/// The ends of searches from these starts, the best first.
std::vector<Clusters> search_from(const LowRankChain& chain, const SearchTask& task,
                                  const std::vector<Clusters>& starts, std::size_t sweeps,
                                  const Options& options, ProgressGate& progress) {
  Options once = options;
  once.search.restarts = 1;
  once.search.max_sweeps = std::min(sweeps, options.search.max_sweeps);
  auto plan = plan_search(chain, {task.said, task.constraints, starts.front(), task.terms}, once);
  for (std::size_t i = 1; i < starts.size(); ++i) {
    plan.once.push_back(plan.once.front());
    plan.once.back().given = starts[i];
  }
  auto found = carry_out(plan, progress);
  std::vector<Clusters> ends;
  while (!found.empty()) {
    const auto best = found.begin() + static_cast<std::ptrdiff_t>(best_restart(found));
    ends.push_back(std::move(best->cluster_of_row));
    found.erase(best);
  }
  return ends;
}

/// The best end of searches from these starts: all go some way, the best goes on. What is chosen in the end
/// is searched on until nothing moves.
Clusters best_from(const LowRankChain& chain, const SearchTask& task, std::vector<Clusters> starts,
                   const Options& options, ProgressGate& progress) {
  starts = search_from(chain, task, starts, sweeps_to_compare, options, progress);
  if (progress.stopped()) return std::move(starts.front());
  starts.resize(1);
  return search_from(chain, task, starts, sweeps_to_go_on, options, progress).front();
}

double entropy_of(const Spectrum& spectrum, const Clusters& cluster, std::size_t clusters) {
  std::vector<double> mass(clusters, 0);
  for (std::size_t x = 0; x < cluster.size(); ++x) mass[cluster[x]] += spectrum.masses[x];
  return -sum_xlog2x(mass.data(), clusters);
}

}  // namespace

std::vector<double> information_at(const Spectrum& spectrum, const Clusters& cluster, std::size_t clusters,
                                   const std::vector<double>& steps) {
  const std::size_t pairs = spectrum.pairs;
  std::vector<double> a(clusters * pairs, 0), mass(clusters, 0);
  for (std::size_t x = 0; x < cluster.size(); ++x) {
    const double root = std::sqrt(spectrum.masses[x]);
    mass[cluster[x]] += spectrum.masses[x];
    for (std::size_t m = 0; m < pairs; ++m) a[cluster[x] * pairs + m] += root * spectrum.vector_of(x)[m];
  }
  std::vector<double> result, power(pairs), b(clusters * clusters);
  for (const double t : steps) {
    for (std::size_t m = 0; m < pairs; ++m) power[m] = std::pow(spectrum.values[m], t);
    for (std::size_t y = 0; y < clusters; ++y) {
      for (std::size_t z = 0; z < clusters; ++z) {
        double sum = 0;
        for (std::size_t m = 0; m < pairs; ++m) sum += a[y * pairs + m] * a[z * pairs + m] * power[m];
        b[y * clusters + z] = sum;
      }
    }
    result.push_back(std::max(0.0, sum_xlog2x(b.data(), b.size()) - 2 * sum_xlog2x(mass.data(), clusters)));
  }
  return result;
}

std::size_t choose_scale(std::vector<ScaleCandidate>& candidates, const std::vector<double>& most) {
  std::size_t best = 0;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    ScaleCandidate& candidate = candidates[c];
    double told = 0, lasting = 0, scales = 0;
    for (std::size_t t = 0; t < most.size(); ++t) {
      if (most[t] < least_information) continue;
      ++scales;
      told += candidate.information[t] / most[t];
      if (candidate.entropy > 0) lasting += std::min(1.0, candidate.information[t] / candidate.entropy);
    }
    candidate.kept = scales == 0 ? 0 : (told + weight_of_lasting * lasting) / scales;
    if (candidate.kept > candidates[best].kept) best = c;
  }
  return best;
}

ScaleScan scan_scales(const Spectrum& spectrum, const SearchTask& task, const Options& options,
                      ProgressGate& progress) {
  ScaleScan scan;
  Random random(options.seed);
  const bool given = options.chain.relaxation != automatic_relaxation;
  double steps = given ? static_cast<double>(options.chain.relaxation) : first_steps;
  for (std::size_t s = 0; s < (given ? 1 : most_scales) && (s == 0 || !progress.stopped());
       ++s, steps *= next_steps) {
    progress.report({"scale", static_cast<double>(s) / most_scales});
    const LowRankChain chain(spectrum, steps);
    ScaleCandidate candidate{steps, {}, 0, {}, 0};
    const bool found = finished([&] {
      const auto starts = starts_and_before(chain, task, options, random, scan.candidates);
      candidate.cluster_of_row = best_from(chain, task, starts, options, progress);
    });
    if (!found && scan.candidates.empty()) checkpoint();  // there is nothing to hand on
    if (!found) break;
    const double now =
        information_at(spectrum, candidate.cluster_of_row, options.cluster_count(), {steps})[0];
    if (now < least_information && s > 0) break;
    candidate.entropy = entropy_of(spectrum, candidate.cluster_of_row, options.cluster_count());
    scan.steps.push_back(steps);
    scan.candidates.push_back(std::move(candidate));
  }
  scan.most.assign(scan.steps.size(), 0);
  for (ScaleCandidate& candidate : scan.candidates) {
    candidate.information =
        information_at(spectrum, candidate.cluster_of_row, options.cluster_count(), scan.steps);
    for (std::size_t t = 0; t < scan.most.size(); ++t) {
      scan.most[t] = std::max(scan.most[t], candidate.information[t]);
    }
  }
  scan.chosen = choose_scale(scan.candidates, scan.most);
  return scan;
}

}  // namespace comac
