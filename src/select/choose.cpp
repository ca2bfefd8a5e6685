// SPDX-License-Identifier: MIT
#include "select/choose.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/checkpoint.hpp"
#include "evidence/label_propagation.hpp"
#include "evidence/projected_mixture.hpp"
#include "optimise/restarts.hpp"
#include "select/choose_mixture.hpp"
#include "select/coarse.hpp"
#include "select/mixture_fitting.hpp"
#include "select/weigh_evidence.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

CoarseOptions coarse_options(const Options& options) {
  return {options.most_count(), most_states_at_once / 2, options.seed, options.threads};
}

constexpr double enough_to_refine = 1e-5;  // of a coarse chain's spectrum

/// The scan of a large chain by groups of near rows, its groupings as those of the rows.
ScaleScan coarse_scan(const SparseChain& chain, const Spectrum& spectrum, const SearchTask& task,
                      const Options& options, ProgressGate& progress) {
  const CoarseStates coarse =
      coarse_states(chain, spectrum.near, task.constraints, coarse_options(options), progress);
  const SideInformation nothing;
  ScaleScan scan = scan_scales(contracted(spectrum, coarse.groups, options.threads),
                               {nothing, coarse.constraints}, options, progress);
  for (ScaleCandidate& candidate : scan.candidates) {
    Clusters of_row(chain.states());
    for (std::size_t x = 0; x < of_row.size(); ++x)
      of_row[x] = candidate.cluster_of_row[coarse.groups.group_of(x)];
    candidate.cluster_of_row = std::move(of_row);
  }
  return scan;
}

/// Whether clusters tell anything of where the chain is after a few steps. Where they don't (each state goes
/// on to another cluster in turn, say), one step is all that there is to tell.
bool lasts(const ScaleScan& scan, const Options& options) {
  constexpr double least_share = 0.1;  // of what clusters can keep at most
  const ScaleCandidate& best = scan.best();
  return options.chain.relaxation != automatic_relaxation || options.cluster_count() < 2 ||
         best.information[scan.chosen] >= least_share * best.entropy;
}

/// Rows near labelled ones follow them, once it is known where these are.
void add_near_labels(const SparseChain& chain, const RowsOfTable* rows, const SearchTask& task,
                     const Clusters& cluster, const Options& options, EvidenceList& list) {
  const TableView none(nullptr, chain.states(), 0);
  const std::vector<Example> examples = examples_of(task.said, cluster);
  const TableView& columns = rows == nullptr ? none : rows->rows;
  EvidencePtr evidence = learn_label_propagation({.chain = chain,
                                                  .rows = columns,
                                                  .examples = examples,
                                                  .clusters = options.cluster_count(),
                                                  .threads = options.threads});
  if (evidence == nullptr) return;
  RowBits bits = bits_of_all(*evidence, chain, none, options.threads);
  const double weight = evidence_kind(evidence->name()).first_weight;
  list.kinds.push_back({std::move(evidence), weight, std::move(bits)});
}

/// Models of the rows that follow clusters, as the one that was chosen does.
FollowClusters follow_as(const Weighed* chosen, const RowsOfTable* rows, const Options& options,
                         const Choice& choice) {
  if (chosen == nullptr || rows == nullptr) return {};
  const auto model = std::dynamic_pointer_cast<const MixtureEvidence>(chosen->evidence);
  if (model == nullptr) return {};
  return [model, rows, &options, &choice](const SearchTask& task, const Clusters& clusters) -> EvidencePtr {
    const ProjectedMixture& code = model->code();
    const MixtureFitting fitting(*rows, task, options, &code);
    MixtureFit fit = fitting.follow(choice.spectrum, choice.steps, clusters, code.model.freedom());
    return std::make_shared<MixtureEvidence>(fitting.code_of(std::move(fit.model)));
  };
}

/// A choice whose evidence weighs what it weighs before labels have said more.
Choice choose_plainly(const SparseChain& chain, Spectrum spectrum, const RowsOfTable* rows,
                      const SearchTask& task, const Options& options, ProgressGate& progress,
                      const WarmStart& kept) {
  Choice choice;
  choice.spectrum = std::move(spectrum);
  SearchTask all = task;
  EvidenceList near;
  if (task.start.empty()) {
    choice.scan = choice.spectrum.near.empty() ? scan_scales(choice.spectrum, task, options, progress)
                                               : coarse_scan(chain, choice.spectrum, task, options, progress);
    choice.steps = lasts(choice.scan, options) ? choice.scan.best().steps : 1;
    choice.start = choice.scan.best().cluster_of_row;
  } else {
    choice.steps = static_cast<double>(options.chain.relaxation);
    choice.start.assign(task.start.begin(), task.start.end());
    add_near_labels(chain, rows, task, choice.start, options,
                    near);  // the model follows a search that knows of it
    const auto terms = near.terms(chain.states());
    all.terms.insert(all.terms.end(), terms.begin(), terms.end());
  }
  const bool several = options.cluster_count() > 1;  // one cluster is told by the rows themselves
  const bool may_model = rows != nullptr && options.search.row_model != RowModelUse::off;
  const Weighed* model = task.start.empty() ? nullptr : kept.evidence.find("mixture");
  if (model != nullptr && model->evidence->clusters() != options.cluster_count()) model = nullptr;
  if (model != nullptr && model->bits != nullptr) {
    choice.evidence.kinds.push_back(*model);
  } else if (may_model && several && !progress.stopped()) {
    Choice with_model = choice;
    if (finished([&] { choose_mixture(*rows, all, options, progress, model, with_model); }))
      choice = std::move(with_model);
  }
  if (task.start.empty()) add_near_labels(chain, rows, task, choice.start, options, near);
  for (Weighed& one : near.kinds) choice.evidence.kinds.push_back(std::move(one));
  return choice;
}

/// All terms of the cost beside the chain's own.
void set_terms(const SearchTask& task, Choice& choice) {
  choice.terms = choice.evidence.terms(choice.start.size());
  choice.terms.insert(choice.terms.begin(), task.terms.begin(), task.terms.end());
}

/// The choice of before, where evidence was weighed and nothing was added since.
std::optional<Choice> same_choice(const SparseChain& chain, Spectrum& spectrum, const TableView& columns,
                                  const SearchTask& task, const Options& options, const WarmStart& kept) {
  const bool weighed =
      std::ranges::any_of(kept.evidence.kinds, [](const Weighed& one) { return one.doubt > 0; });
  const bool same = kept.labels == task.said.labels.size() && kept.links == task.said.links.size();
  if (task.start.empty() || !weighed || !same) return std::nullopt;
  if (kept.evidence.kinds.front().evidence->clusters() != options.cluster_count()) return std::nullopt;
  Choice choice;
  choice.spectrum = std::move(spectrum);
  choice.steps = static_cast<double>(options.chain.relaxation);
  choice.start.assign(task.start.begin(), task.start.end());
  choice.evidence = kept.evidence;
  for (Weighed& one : choice.evidence.kinds) {
    if (one.bits == nullptr) one.bits = bits_of_all(*one.evidence, chain, columns, options.threads);
  }
  return choice;
}

}  // namespace

Spectrum spectrum_for(const SparseChain& chain, std::size_t pairs, const Options& options,
                      ProgressGate& progress) {
  if (chain.states() <= most_states_at_once) return leading_spectrum(chain, pairs, options.threads, progress);
  const CoarseChain coarse = coarsened(chain, coarse_options(options), progress);
  const Spectrum spectrum =
      leading_spectrum(coarse.chain, pairs, options.threads, progress, enough_to_refine);
  return refined_spectrum(chain, spectrum, coarse.groups, options.threads, progress);
}

Choice choose(const SparseChain& chain, Spectrum spectrum, const RowsOfTable* rows, const SearchTask& task,
              const Options& options, ProgressGate& progress, const WarmStart& kept) {
  const TableView no_columns(nullptr, chain.states(), 0);
  const TableView& columns = rows == nullptr ? no_columns : rows->rows;
  if (auto same = same_choice(chain, spectrum, columns, task, options, kept)) {
    set_terms(task, *same);
    return *std::move(same);
  }
  Choice choice = choose_plainly(chain, std::move(spectrum), rows, task, options, progress, kept);
  if (!task.start.empty()) {
    learn_again(chain, columns, task, kept, options, progress, choice);
  } else if (!progress.stopped()) {
    const FollowClusters follow = follow_as(choice.evidence.find("mixture"), rows, options, choice);
    Choice weighed = choice;
    if (finished([&] { weigh_evidence(chain, columns, task, follow, options, progress, weighed); }))
      choice = std::move(weighed);
  }
  set_terms(task, choice);
  return choice;
}

std::vector<std::uint32_t> quick_clusters(const SparseChain& chain, const Spectrum& spectrum,
                                          const RowsOfTable* rows, const SearchTask& task,
                                          const Options& options, ProgressGate& progress) {
  Choice choice = choose_plainly(chain, spectrum, rows, task, options, progress, {});
  set_terms(task, choice);
  Options once = options;
  once.search.restarts = 1;
  const LowRankChain relaxed(choice.spectrum, choice.steps);
  auto found = carry_out(
      plan_search(relaxed, {task.said, task.constraints, choice.start, choice.terms}, once), progress);
  return std::move(found[best_restart(found)].cluster_of_row);
}

}  // namespace comac
