// SPDX-License-Identifier: MIT
#include "select/choose_mixture.hpp"

#include <algorithm>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "cost/row_term.hpp"
#include "evidence/projected_mixture.hpp"
#include "optimise/restarts.hpp"
#include "select/mixture_fitting.hpp"
#include "select/starts.hpp"
#include "select/yardstick.hpp"

namespace comac {
namespace {

using Clusters = MixtureFitting::Clusters;

constexpr std::size_t rounds_with_links = 3, rows_at_once = 4096;

/// The cluster in which each row's code is shortest, given where the chain has it: rows of a sample that was
/// fitted tell the others' start by the model alone.
Clusters start_by(const RowBits& bits, const LowRankChain& chain, const SearchTask& task,
                  const Options& options) {
  const std::size_t clusters = options.cluster_count();
  Clusters start(chain.states());
  parallel_for(start.size(), rows_at_once, options.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const auto first = bits->begin() + static_cast<std::ptrdiff_t>(row * clusters);
      start[row] = static_cast<std::uint32_t>(
          std::min_element(first, first + static_cast<std::ptrdiff_t>(clusters)) - first);
    }
  });
  return fitted_start(std::move(start), chain, task.constraints, clusters);
}

/// The groupings of a scan, each once.
std::vector<Clusters> groupings_of(const ScaleScan& scan) {
  std::vector<Clusters> groupings;
  for (const ScaleCandidate& candidate : scan.candidates) {
    if (std::ranges::find(groupings, candidate.cluster_of_row) == groupings.end())
      groupings.push_back(candidate.cluster_of_row);
  }
  return groupings;
}

double mean_bits(const std::vector<double>& nats) {
  return std::accumulate(nats.begin(), nats.end(), 0.0) / static_cast<double>(nats.size()) /
         std::numbers::ln2;
}

/// Puts a model beside the chain of a choice.
class Choosing {
 public:
  Choosing(MixtureFitting fitting, bool learned, const SearchTask& task, const Options& options,
           ProgressGate& progress, Choice& choice)
      : fitting_(std::move(fitting)),
        follows_(learned || !task.start.empty()),
        task_(task),
        options_(options),
        progress_(progress),
        choice_(choice) {
    if (learned) fitting_.fix_linked_rows();
  }

  /// A model of before tells where the search goes, and follows it.
  void follow(const ProjectedMixture& before) {
    put(before, fitting_.bits(before));
    Clusters found = clusters_beside_model(LowRankChain(choice_.spectrum, choice_.steps));
    const bool stays = found == choice_.start;  // then so does the model
    choice_.start = std::move(found);
    if (stays || progress_.stopped()) return;
    fitting_.fix_linked_rows();
    MixtureFit fit = fitting_.follow(choice_.spectrum, choice_.steps, choice_.start, before.model.freedom());
    put(fitting_.code_of(fit.model), fitting_.bits(fit));
  }

  /// A new model: at the scale of the chain or nearby, from all that was found and more; if none is of use
  /// there, at the other scales of the scan. A search that goes on from somewhere, or by distances that links
  /// have taught, has one scale and start.
  void model() {
    by_neighbours_ = fitting_.lengths_by_neighbours();
    choice_.bits_by_neighbours = mean_bits(by_neighbours_);
    if (follows_) {
      try_scales({choice_.steps}, {choice_.start}, Means::none);
      return;
    }
    std::vector<double> scales{choice_.steps};
    if (options_.chain.relaxation == automatic_relaxation && choice_.steps != near_steps)
      scales.push_back(near_steps);
    if (try_scales(scales, groupings_of(choice_.scan), Means::again)) return;
    for (std::size_t c = 0; c < choice_.scan.candidates.size() && !progress_.stopped(); ++c) {
      const ScaleCandidate& other = choice_.scan.candidates[c];
      if (c == choice_.scan.chosen) continue;
      if (try_scales({other.steps}, {other.cluster_of_row}, Means::once)) return;
    }
  }

 private:
  /// Fits at the first of these scales and goes on from there, and from k-means, at the others; that by which
  /// the rows are likeliest counts. Whether it is of use.
  bool try_scales(const std::vector<double>& scales, const std::vector<Clusters>& starts, Means means) {
    MixtureFit fit = fitting_.fit(choice_.spectrum, scales.front(), starts, means);
    double steps = scales.front();
    for (std::size_t s = 1; s < scales.size(); ++s) {
      MixtureFit at = fitting_.go_on(choice_.spectrum, scales[s], fit, Means::once);
      if (at.log_likelihood > fit.log_likelihood) fit = std::move(at), steps = scales[s];
    }
    const std::vector<double> lengths = fitting_.lengths_by(fit, choice_.spectrum, steps);
    const double bits = mean_bits(lengths);
    if (choice_.bits_by_model == 0 || bits < choice_.bits_by_model) choice_.bits_by_model = bits;
    const bool wanted = options_.search.row_model == RowModelUse::on || fitting_.all_rows_are_near();
    if (!wanted && !replaces(compare_held_out(by_neighbours_, lengths))) return false;
    choice_.steps = steps;
    take(std::move(fit));
    return true;
  }

  void take(MixtureFit fit) {
    const RowBits bits = fitting_.bits(fit);
    put(fitting_.code_of(fit.model), bits);
    if (!follows_) {
      choice_.start =
          start_by(bits, LowRankChain(choice_.spectrum, choice_.steps, options_.threads), task_, options_);
      if (!task_.said.links.empty()) follow_links(fit);
    }
  }

  /// What links say can't be told by memberships of single rows: the search honours them, and the model
  /// follows.
  void follow_links(MixtureFit& fit) {
    fitting_.fix_linked_rows();
    const LowRankChain chain(choice_.spectrum, choice_.steps);
    for (std::size_t round = 0; round < rounds_with_links && !progress_.stopped(); ++round) {
      Clusters found = clusters_beside_model(chain);
      if (found == choice_.start && round > 0) return;
      choice_.start = std::move(found);
      fit = fitting_.fit(choice_.spectrum, choice_.steps, {choice_.start}, Means::none);
      put(fitting_.code_of(fit.model), fitting_.bits(fit));
    }
  }

  /// The model as evidence, and the terms of the task with it. `charged` is half of its bits, for one row of
  /// many.
  void put(ProjectedMixture code, RowBits charged) {
    const double weight = evidence_kind("mixture").first_weight;
    std::vector<double> bits = *charged;
    for (double& value : bits) value *= static_cast<double>(choice_.start.size()) / weight;
    choice_.terms = task_.terms;
    choice_.terms.push_back(row_term(std::move(charged), "mixture"));
    choice_.evidence.kinds = {{std::make_shared<MixtureEvidence>(std::move(code)), weight,
                               std::make_shared<const std::vector<double>>(std::move(bits))}};
  }

  Clusters clusters_beside_model(const LowRankChain& chain) const {
    Options once = options_;
    once.search.restarts = 1;
    auto found = carry_out(
        plan_search(chain, {task_.said, task_.constraints, choice_.start, choice_.terms}, once), progress_);
    return std::move(found[best_restart(found)].cluster_of_row);
  }

  MixtureFitting fitting_;
  std::vector<double> by_neighbours_;
  bool follows_;  ///< where a search leads, instead of looking for clusters itself
  const SearchTask& task_;
  const Options& options_;
  ProgressGate& progress_;
  Choice& choice_;
};

}  // namespace

void choose_mixture(const RowsOfTable& rows, const SearchTask& task, const Options& options,
                    ProgressGate& progress, const Weighed* before, Choice& choice) {
  const auto* model =
      before == nullptr ? nullptr : dynamic_cast<const MixtureEvidence*>(before->evidence.get());
  choice.terms = task.terms;
  MixtureFitting fitting(rows, task, options, model != nullptr ? &model->code() : nullptr);
  if (fitting.is_empty()) return;
  Choosing choosing(std::move(fitting), rows.learned, task, options, progress, choice);
  if (model != nullptr)
    choosing.follow(model->code());
  else
    choosing.model();
}

}  // namespace comac
