// SPDX-License-Identifier: MIT
#include "select/choose.hpp"

#include <utility>

#include "evidence/label_propagation.hpp"
#include "optimise/restarts.hpp"
#include "select/choose_mixture.hpp"
#include "select/coarse.hpp"

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
void add_field(const SparseChain& chain, const SearchTask& task, const Clusters& cluster,
               const Options& options, std::vector<TermMaker>& terms) {
  if (const auto field = LabelPropagation::around(chain, task.said.labels, cluster, options.cluster_count(),
                                                  options.threads))
    terms.push_back(row_term(field->bits(chain, options.threads), "label propagation"));
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
  Choice choice;
  choice.spectrum = std::move(spectrum);
  SearchTask all = task;
  if (task.start.empty()) {
    choice.scan = choice.spectrum.near.empty() ? scan_scales(choice.spectrum, task, options, progress)
                                               : coarse_scan(chain, choice.spectrum, task, options, progress);
    choice.steps = lasts(choice.scan, options) ? choice.scan.best().steps : 1;
    choice.start = choice.scan.best().cluster_of_row;
  } else {
    choice.steps = static_cast<double>(options.chain.relaxation);
    choice.start.assign(task.start.begin(), task.start.end());
    add_field(chain, task, choice.start, options, all.terms);  // the model follows a search that knows of it
  }
  choice.terms = all.terms;
  const bool several = options.cluster_count() > 1;  // one cluster is told by the rows themselves
  const bool may_model = rows != nullptr && options.search.row_model != RowModelUse::off;
  const bool goes_on =
      kept.model && !task.start.empty() && kept.model->model.clusters() == options.cluster_count();
  if (goes_on && kept.bits != nullptr) {
    choice.model = kept.model;
    choice.terms.push_back(row_term(kept.bits, "mixture"));
  } else if (may_model && several && !progress.stopped()) {
    choose_mixture(*rows, all, options, progress, goes_on ? &*kept.model : nullptr, choice);
  }
  if (task.start.empty()) add_field(chain, task, choice.start, options, choice.terms);
  return choice;
}

std::vector<std::uint32_t> quick_clusters(const SparseChain& chain, const Spectrum& spectrum,
                                          const RowsOfTable* rows, const SearchTask& task,
                                          const Options& options, ProgressGate& progress) {
  const Choice choice = choose(chain, spectrum, rows, task, options, progress);
  Options once = options;
  once.search.restarts = 1;
  const LowRankChain relaxed(choice.spectrum, choice.steps);
  auto found = carry_out(
      plan_search(relaxed, {task.said, task.constraints, choice.start, choice.terms}, once), progress);
  return std::move(found[best_restart(found)].cluster_of_row);
}

}  // namespace comac
