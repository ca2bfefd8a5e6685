// SPDX-License-Identifier: MIT
#include "choose/learned.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/random.hpp"
#include "chain/factor_chain.hpp"
#include "chain/neighbour_chain.hpp"
#include "choose/sample.hpp"
#include "cost/spread_term.hpp"
#include "optimise/restarts.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;
using Matrix = Eigen::MatrixXd;
using Pairs = std::vector<MetricPair>;

constexpr std::size_t folds = 4;
constexpr std::size_t first_sweeps = 50, later_sweeps = 20;
constexpr std::size_t starts_a_round = 5;
constexpr double steps_of_chain = 4;
/// Bits that a link weighs for each row where it is spread.
constexpr double spread_weight = 6;
constexpr std::size_t most_rows = 5000, most_links = 2000;
/// A view that weighs less is not worth its chain.
constexpr double least_weight = 0.01;
constexpr std::size_t pairs_for_bounds = 2000;
constexpr double near_share = 0.05, far_share = 0.95;  // percentiles of the distances of random pairs

Pairs pairs_of(std::span<const Link> links) {
  Pairs pairs;
  for (const Link& link : links) {
    if (link.first != link.second && link.trust > 0.5) {
      pairs.push_back({link.first, link.second, link.kind == LinkKind::must});
    }
  }
  return pairs;
}

Pairs random_pairs(std::size_t rows, std::size_t count, Random& random) {
  Pairs pairs;
  for (std::size_t i = 0; i < count; ++i) {
    const auto first = static_cast<std::uint32_t>(random.below(rows));
    const auto second = static_cast<std::uint32_t>((first + 1 + random.below(rows - 1)) % rows);
    pairs.push_back({first, second, true});
  }
  return pairs;
}

MetricBounds bounds_of(const Matrix& features, Random& random) {
  const Pairs pairs = random_pairs(static_cast<std::size_t>(features.cols()), pairs_for_bounds, random);
  auto distances = pair_distances(features, Matrix::Identity(features.rows(), features.rows()), pairs);
  std::ranges::sort(distances);
  const auto at = [&](double share) {
    return distances[static_cast<std::size_t>(share * static_cast<double>(distances.size() - 1))];
  };
  const double far = std::max(at(far_share), 1e-12);
  return {std::max(at(near_share), 1e-3 * far), far};
}

/// One view while its metric is being learned.
struct Learning {
  Matrix features;
  MetricBounds bounds;
  Matrix metric;
};

/// The share of pairs in order that were left out while the metric was learned from the others.
double held_out_order(const Learning& in, const Pairs& pairs, std::size_t sweeps) {
  std::vector<double> distances(pairs.size());
  for (std::size_t fold = 0; fold < folds; ++fold) {
    Pairs kept, left;
    for (std::size_t c = 0; c < pairs.size(); ++c) (c % folds == fold ? left : kept).push_back(pairs[c]);
    const auto found = pair_distances(in.features, learn_metric(in.features, kept, in.bounds, sweeps), left);
    for (std::size_t c = fold, i = 0; c < pairs.size(); c += folds, ++i) distances[c] = found[i];
  }
  return share_in_order(distances, pairs);
}

/// (1 - share) a + share b, row by row.
SparseChain mean_chain(const SparseChain& a, const SparseChain& b, double share) {
  SparseMatrix joint;
  for (std::size_t i = 0; i < a.states(); ++i) {
    const Flows from_a = a.from(i), from_b = b.from(i);
    std::size_t x = 0, y = 0;
    while (x < from_a.size() || y < from_b.size()) {
      const std::uint32_t at_a = x < from_a.size() ? from_a.state[x] : UINT32_MAX;
      const std::uint32_t at_b = y < from_b.size() ? from_b.state[y] : UINT32_MAX;
      double mass = 0;
      if (at_a <= at_b) mass += (1 - share) * from_a.mass[x++];
      if (at_b <= at_a) mass += share * from_b.mass[y++];
      joint.columns.push_back(std::min(at_a, at_b));
      joint.values.push_back(mass);
    }
    joint.offsets.push_back(joint.columns.size());
  }
  return SparseChain::reversible(std::move(joint));
}

SparseChain chain_of_rows(const Matrix& rows, const Options& options, ProgressGate& progress) {
  const TableView view(rows.data(), static_cast<std::size_t>(rows.cols()),
                       static_cast<std::size_t>(rows.rows()));
  return neighbour_chain(view,
                         {options.chain.neighbours, Kernel::adaptive, GraphKind::either,
                          NeighbourSearch::automatic, options.seed, options.threads},
                         progress)
      .chain;
}

/// Learns on rows that are few enough.
class LinkLearner {
 public:
  LinkLearner(const Matrix& rows, const SearchTask& task, const Options& options, ProgressGate& progress)
      : rows_(rows), task_(task), options_(options), progress_(progress), random_(options.seed, 2) {
    pairs_ = pairs_of(task.said.links);
    random_.shuffle(std::span(pairs_));
    options_.search.restarts = starts_a_round;
  }

  LearnedSpace learn(std::size_t rounds) {
    for (View view : {linear_view(rows_), kernel_view(rows_, random_)}) {
      Matrix features = view.features(rows_);
      const MetricBounds bounds = bounds_of(features, random_);
      space_.views.push_back({std::move(view), {}, 0, 0});
      learning_.push_back({std::move(features), bounds, {}});
    }
    weigh_views();
    learn_from(pairs_, first_sweeps);
    search();
    for (std::size_t round = 0; round < rounds && !progress_.stopped(); ++round) {
      learn_from(pairs_and_clusters(), later_sweeps);
      search();
    }
    return std::move(space_);
  }

 private:
  /// As likely as the held-out pairs make them: exp(pairs * share in order).
  void weigh_views() {
    double best = 0, sum = 0;
    for (std::size_t v = 0; v < learning_.size(); ++v) {
      space_.views[v].in_order = held_out_order(learning_[v], pairs_, later_sweeps);
      best = std::max(best, space_.views[v].in_order);
    }
    for (LearnedView& view : space_.views) {
      sum += view.weight = std::exp(static_cast<double>(pairs_.size()) * (view.in_order - best));
    }
    for (LearnedView& view : space_.views) view.weight /= sum;
  }

  void learn_from(const Pairs& pairs, std::size_t sweeps) {
    for (std::size_t v = 0; v < learning_.size(); ++v) {
      Learning& in = learning_[v];
      const Matrix again = learn_metric(in.features, pairs, in.bounds, sweeps);
      in.metric = in.metric.size() == 0 ? again : Matrix((in.metric + again) / 2);
      space_.views[v].root = metric_root(in.metric);
    }
  }

  /// Links count twice, and so many pairs again are as the present clusters have them.
  Pairs pairs_and_clusters() {
    Pairs pairs = random_pairs(static_cast<std::size_t>(rows_.cols()), 2 * pairs_.size(), random_);
    for (MetricPair& pair : pairs) pair.together = space_.start[pair.first] == space_.start[pair.second];
    for (int times = 0; times < 2; ++times) pairs.insert(pairs.end(), pairs_.begin(), pairs_.end());
    random_.shuffle(std::span(pairs));
    return pairs;
  }

  void search() {
    const SparseChain chain = learned_chain(space_, rows_, options_, progress_);
    const Spectrum spectrum =
        leading_spectrum(chain, enough_pairs(options_.cluster_count()), options_.threads, progress_);
    if (progress_.stopped()) return;
    const FactorChain factors(spectrum, steps_of_chain);
    const SearchTask task{task_.said, task_.constraints, space_.start, {spread_over(chain, task_.said)}};
    auto found = carry_out(plan_search(factors, task, options_), progress_);
    space_.start = std::move(found[best_restart(found)].cluster_of_row);
  }

  const Matrix& rows_;
  const SearchTask& task_;
  Options options_;
  ProgressGate& progress_;
  Random random_;
  Pairs pairs_;
  std::vector<Learning> learning_;
  LearnedSpace space_;
};

}  // namespace

std::optional<LearnedSpace> learn_from_links(const Matrix& rows, const SearchTask& task,
                                             const Options& options, ProgressGate& progress,
                                             std::size_t rounds) {
  if (pairs_of(task.said.links).size() < least_links_to_learn) return std::nullopt;
  if (static_cast<std::size_t>(rows.cols()) <= most_rows && task.said.links.size() <= most_links) {
    return LinkLearner(rows, task, options, progress).learn(rounds);
  }
  Random random(options.seed, 3);
  const LinkedSample sample =
      linked_sample(task.said, static_cast<std::size_t>(rows.cols()), most_rows, most_links, random);
  const Matrix few = rows(Eigen::all, sample.rows);
  const Constraints constraints = propagate(sample.said, sample.rows.size(), OnConflict::drop);
  LearnedSpace space = LinkLearner(few, {sample.said, constraints}, options, progress).learn(rounds);
  space.start.clear();
  return space;
}

SparseChain learned_chain(const LearnedSpace& space, const Matrix& rows, const Options& options,
                          ProgressGate& progress) {
  std::optional<SparseChain> chain;
  double weight = 0;
  for (const LearnedView& view : space.views) {
    if (view.weight < least_weight) continue;
    SparseChain next = chain_of_rows(view.mapped(rows), options, progress);
    weight += view.weight;
    chain = chain ? mean_chain(*chain, next, view.weight / weight) : std::move(next);
  }
  return std::move(*chain);
}

TermMaker spread_over(const SparseChain& chain, const SideInformation& said) {
  return spread_term(spread_links(chain, said.links, spread_weight));
}

}  // namespace comac
