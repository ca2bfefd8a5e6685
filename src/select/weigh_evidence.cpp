// SPDX-License-Identifier: MIT
#include "select/weigh_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/random.hpp"
#include "cost/low_rank_cost.hpp"
#include "optimise/restarts.hpp"
#include "select/pool.hpp"
#include "select/starts.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

constexpr std::size_t most_folds = 5;
/// A fold of a large table takes as long as a search; two are enough where labels are many.
constexpr std::size_t most_folds_of_many_rows = 2;
/// What classifiers see of more rows takes more memory than a run is planned for.
constexpr std::size_t most_rows = 100000;
/// The least weight of the chain beside evidence: below, the chain no longer moves any row.
constexpr double least_chain_weight = 0.01;
/// Weights are believed to be as first given but for some .3, the standard deviation of a number between 0
/// and 1.
constexpr double pull = 12;

/// The fold of each example: those of a class are dealt out in turn, in random order, so that each fold has
/// as many of a class as the next. Lone examples of a class are in none, for nothing could foretell them.
std::vector<std::size_t> folds_of(std::span<const Example> examples, std::size_t clusters, std::size_t folds,
                                  std::uint64_t seed) {
  Random random(seed, 7);
  std::vector<std::uint32_t> order(examples.size());
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  std::vector<std::size_t> fold(examples.size(), folds), count(clusters, 0);
  for (const Example& example : examples) ++count[example.cluster];
  std::size_t next = 0;
  for (std::uint32_t c = 0; c < clusters; ++c) {
    for (const auto i : order) {
      if (examples[i].cluster == c && count[c] > 1) fold[i] = next++ % folds;
    }
  }
  return fold;
}

/// All that a weighing works on.
struct Scene {
  const SparseChain& chain;
  const TableView& rows;
  const SearchTask& task;
  const FollowClusters& follow;
  const Options& options;
  ProgressGate& progress;
  const Choice& choice;
  const LowRankChain& relaxed;
  const Clusters& grouping;  ///< found with nothing known

  std::size_t clusters() const { return options.cluster_count(); }
  Lesson lesson(std::span<const Example> examples) const {
    return {chain,    rows,         examples,        clusters(), &choice.spectrum,
            grouping, options.seed, options.threads, &progress};
  }
};

/// Clusters of the chain beside some terms, found without some labels.
class Fold {
 public:
  Fold(const Scene& scene, SideInformation said)
      : scene_(scene),
        said_(std::move(said)),
        constraints_(propagate(said_, scene.chain.states(), OnConflict::drop)) {}

  /// The best end of searches from these starts.
  Clusters search(const std::vector<Clusters>& starts, std::vector<TermMaker> terms) const {
    Options once = scene_.options;
    once.search.restarts = 1;
    auto plan = plan_search(scene_.relaxed, {said_, constraints_, starts.front(), std::move(terms)}, once);
    for (std::size_t i = 1; i < starts.size(); ++i) {
      plan.once.push_back(plan.once.front());
      plan.once.back().given = starts[i];
    }
    auto found = carry_out(plan, scene_.progress);
    if (found.empty()) return {};
    return std::move(found[best_restart(found)].cluster_of_row);
  }

  /// Starts: the grouping of before as labels allow it, and what lies around labelled rows.
  std::vector<Clusters> starts() const {
    std::vector<Clusters> starts{
        fitted_start(scene_.grouping, scene_.relaxed, constraints_, scene_.clusters())};
    Clusters around = start_around_components(scene_.relaxed, constraints_, scene_.clusters());
    if (!around.empty())
      starts.push_back(fitted_start(std::move(around), scene_.relaxed, constraints_, scene_.clusters()));
    return starts;
  }

  SearchTask task() const { return {said_, constraints_, {}, scene_.task.terms}; }
  const SideInformation& said() const { return said_; }

 private:
  const Scene& scene_;
  SideInformation said_;
  Constraints constraints_;
};

/// Numbers clusters as the examples have them; clusters without one take the numbers that are left.
std::vector<std::uint32_t> numbers_by(std::span<const Example> examples, const Clusters& cluster_of,
                                      std::size_t clusters) {
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> number(clusters, none);
  std::vector<bool> taken(clusters, false);
  for (const auto& [row, cluster] : examples) {
    if (number[cluster_of[row]] != none || taken[cluster]) continue;
    number[cluster_of[row]] = cluster, taken[cluster] = true;
  }
  std::uint32_t next = 0;
  for (auto& n : number) {
    while (n == none && taken[next]) ++next;
    if (n == none) n = next, taken[next] = true;
  }
  return number;
}

/// What moving a row alone to each cluster costs the chain, in bits a row.
class ChainBits {
 public:
  ChainBits(const LowRankChain& chain, const Clusters& clusters, std::size_t count)
      : groups_(Groups::singletons(chain.states())),
        states_(chain, groups_),
        cost_(states_, Partition(count, clusters)),
        all_(count) {
    std::iota(all_.begin(), all_.end(), 0U);
  }
  std::vector<double> of(std::uint32_t row) {
    std::vector<double> bits(all_.size());
    cost_.deltas(row, all_, bits);
    for (double& value : bits) value *= static_cast<double>(states_.chain.states());
    return bits;
  }

 private:
  Groups groups_;
  Grouped<LowRankChain> states_;
  LowRankCost cost_;
  Clusters all_;
};

/// Kinds that can be pooled: the chain comes first, then those of the registry.
class HoldingOut {
 public:
  HoldingOut(const Scene& scene, std::vector<Example> examples)
      : scene_(scene), examples_(std::move(examples)) {
    const std::size_t kinds = evidence_kinds().size() + 1;
    items_.kinds = kinds, items_.clusters = scene.clusters();
    present_.assign(kinds, true);
    first_.assign(kinds, 1);
    for (std::size_t e = 1; e < kinds; ++e) first_[e] = evidence_kinds()[e - 1].first_weight;
  }

  /// Asks all kinds about the rows of a fold; they know of no label of these. Whether all went well.
  bool hold_out(const std::vector<std::size_t>& fold_of, std::size_t fold) {
    std::vector<Example> kept, asked;
    std::vector<bool> left(scene_.chain.states(), false);
    for (std::size_t i = 0; i < examples_.size(); ++i) {
      (fold_of[i] == fold ? asked : kept).push_back(examples_[i]);
      if (fold_of[i] == fold) left[examples_[i].row] = true;
    }
    if (asked.empty()) return true;
    SideInformation said = scene_.task.said;
    std::erase_if(said.labels, [&](const Label& label) { return left[label.row]; });
    const Fold others(scene_, std::move(said));
    const Clusters found = clusters_of(others, kept);
    if (found.empty()) return false;
    const std::vector<EvidencePtr> evidence = learn_all(others, kept, found);
    if (scene_.progress.stopped()) return false;
    record(evidence, found, asked, doubt_after(kept.size()));
    fold_of_item_.resize(items_.count(), fold);
    return true;
  }

  const std::vector<std::size_t>& folds() const { return fold_of_item_; }
  const PoolItems& items() const { return items_; }
  const std::vector<double>& first() const { return first_; }

  /// Kinds that had nothing to say in some fold are left out.
  void leave_out_absent() {
    for (std::size_t e = 0; e < items_.kinds; ++e) {
      if (present_[e]) continue;
      first_[e] = 0;
      for (std::size_t i = 0; i < items_.count(); ++i) {
        double* bits = items_.bits.data() + (i * items_.kinds + e) * items_.clusters;
        std::fill(bits, bits + items_.clusters, 0.0);
      }
    }
  }

 private:
  /// Clusters that the chain alone leads to, numbered as the examples have them; none if it was stopped.
  Clusters clusters_of(const Fold& others, std::span<const Example> kept) const {
    Clusters found = others.search(others.starts(), scene_.task.terms);
    if (found.empty() || scene_.progress.stopped()) return {};
    const auto number = numbers_by(kept, found, scene_.clusters());
    for (auto& cluster : found) cluster = number[cluster];
    return found;
  }

  /// Each kind of the registry, or null.
  std::vector<EvidencePtr> learn_all(const Fold& others, std::span<const Example> kept,
                                     const Clusters& found) const {
    Lesson lesson = scene_.lesson(kept);
    lesson.to_weigh = true;
    const EvidencePtr model = scene_.follow ? scene_.follow(others.task(), found) : nullptr;
    std::vector<EvidencePtr> evidence;
    for (const EvidenceKind& kind : evidence_kinds()) {
      evidence.push_back(kind.learn != nullptr ? kind.learn(lesson) : nullptr);
      if (model != nullptr && model->name() == kind.name) evidence.back() = model;
    }
    return evidence;
  }

  void record(const std::vector<EvidencePtr>& evidence, const Clusters& found, std::span<const Example> asked,
              double doubt) {
    std::vector<std::uint32_t> which;
    for (const Example& example : asked) which.push_back(example.row);
    const KnownRows rows = known_rows(scene_.chain, scene_.rows, which);
    std::vector<std::vector<double>> bits;
    for (std::size_t e = 0; e < evidence.size(); ++e) {
      if (evidence[e] == nullptr) present_[e + 1] = false;
      bits.push_back(evidence[e] == nullptr ? std::vector<double>(which.size() * scene_.clusters(), 0)
                                            : evidence[e]->bits_of(rows.asked));
      doubt_bits(bits.back(), scene_.clusters(), doubt);
    }
    ChainBits of_chain(scene_.relaxed, found, scene_.clusters());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      add(of_chain.of(asked[i].row));
      for (const auto& of_kind : bits) {
        const auto from = of_kind.begin() + static_cast<std::ptrdiff_t>(i * scene_.clusters());
        add({from, from + static_cast<std::ptrdiff_t>(scene_.clusters())});
      }
      items_.cluster.push_back(asked[i].cluster);
    }
  }
  void add(const std::vector<double>& bits) {
    items_.bits.insert(items_.bits.end(), bits.begin(), bits.end());
  }

  const Scene& scene_;
  std::vector<Example> examples_;
  PoolItems items_;
  std::vector<std::size_t> fold_of_item_;
  std::vector<double> first_;  // weights before anything was held out
  std::vector<bool> present_;
};

bool labels_all(std::span<const Example> examples, std::size_t clusters) {
  std::vector<bool> has(clusters, false);
  for (const Example& example : examples) has[example.cluster] = true;
  return std::ranges::find(has, false) == has.end();
}

/// Puts the kinds with these weights beside the chain; those that are there already stay as they are.
void take(const Scene& scene, std::span<const Example> examples, std::span<const double> weights,
          Choice& choice) {
  EvidenceList list;
  const double chain = std::max(weights[0], least_chain_weight);
  list.sharpness = chain;
  const Lesson lesson = scene.lesson(examples);
  for (std::size_t e = 0; e < evidence_kinds().size(); ++e) {
    const EvidenceKind& kind = evidence_kinds()[e];
    if (weights[e + 1] <= 0) continue;
    Weighed one;
    if (const Weighed* there = choice.evidence.find(kind.name)) {
      one = *there;
    } else if (kind.learn != nullptr) {
      one.evidence = kind.learn(lesson);
      if (one.evidence != nullptr)
        one.bits = bits_of_all(*one.evidence, scene.chain, scene.rows, scene.options.threads);
    }
    one.weight = weights[e + 1] / chain;
    one.doubt = doubt_after(examples.size());
    if (one.evidence != nullptr) list.kinds.push_back(std::move(one));
  }
  if (!scene.progress.stopped()) choice.evidence = std::move(list);
}

/// Of the rows, at the scale that was chosen.
Clusters grouping_with_nothing_known(const Choice& choice, const Options& options, ProgressGate& progress) {
  Options at_scale = options;
  at_scale.chain.relaxation = static_cast<std::size_t>(choice.steps);
  const SideInformation nothing;
  const Constraints none = propagate(nothing, choice.spectrum.states, OnConflict::drop);
  return scan_scales(choice.spectrum, {nothing, none}, at_scale, progress).best().cluster_of_row;
}

}  // namespace

void weigh_evidence(const SparseChain& chain, const TableView& rows, const SearchTask& task,
                    const FollowClusters& follow, const Options& options, ProgressGate& progress,
                    Choice& choice) {
  const std::vector<Example> examples = examples_of(task.said, choice.start);
  if (options.cluster_count() < 2 || chain.states() > most_rows ||
      !labels_all(examples, options.cluster_count()))
    return;
  const LowRankChain relaxed(choice.spectrum, choice.steps, options.threads);
  Clusters grouping = grouping_with_nothing_known(choice, options, progress);
  const Scene scene{chain, rows, task, follow, options, progress, choice, relaxed, grouping};
  HoldingOut held_out(scene, examples);
  const bool large = chain.states() > most_states_at_once;
  const std::size_t folds = large ? most_folds_of_many_rows : most_folds;
  const auto fold_of = folds_of(examples, options.cluster_count(), folds, options.seed);
  for (std::size_t f = 0; f < folds; ++f) {
    if (progress.stopped() || !held_out.hold_out(fold_of, f)) return;
  }
  if (held_out.items().count() == 0) return;
  held_out.leave_out_absent();
  std::vector<double> plain{1};
  for (const EvidenceKind& kind : evidence_kinds())
    plain.push_back(choice.evidence.find(kind.name) != nullptr ? kind.first_weight : 0);
  choice.verdict = judge_pool(held_out.items(), held_out.folds(), held_out.first(), plain, pull);
  if (choice.verdict.adopted)
    take(scene, examples, fit_pool(held_out.items(), held_out.first(), pull), choice);
}

void learn_again(const SparseChain& chain, const TableView& rows, const SearchTask& task,
                 const WarmStart& kept, const Options& options, ProgressGate& progress, Choice& choice) {
  const EvidenceList& before = kept.evidence;
  const std::vector<Example> examples = examples_of(task.said, choice.start);
  if (!labels_all(examples, options.cluster_count())) return;
  const bool weighed = std::ranges::any_of(before.kinds, [](const Weighed& one) { return one.doubt > 0; });
  if (!weighed) return;
  const Clusters grouping = grouping_with_nothing_known(choice, options, progress);
  const Lesson lesson{
      chain,           rows,     examples, options.cluster_count(), &choice.spectrum, grouping, options.seed,
      options.threads, &progress};
  std::erase_if(choice.evidence.kinds,
                [&](const Weighed& one) { return before.find(one.evidence->name()) == nullptr; });
  for (const EvidenceKind& kind : evidence_kinds()) {
    const Weighed* then = before.find(kind.name);
    if (then == nullptr || kind.learn == nullptr || choice.evidence.find(kind.name) != nullptr) continue;
    if (then->bits != nullptr) {  // the rows are not at hand
      choice.evidence.kinds.push_back(*then);
      continue;
    }
    EvidencePtr evidence = kind.learn(lesson);
    if (evidence == nullptr) continue;
    RowBits bits = bits_of_all(*evidence, chain, rows, options.threads);
    choice.evidence.kinds.push_back({std::move(evidence), then->weight, std::move(bits), then->doubt});
  }
  for (Weighed& one : choice.evidence.kinds) {
    const Weighed* then = before.find(one.evidence->name());
    one.weight = then->weight, one.doubt = then->doubt;
  }
  choice.evidence.sharpness = before.sharpness;
}

}  // namespace comac
