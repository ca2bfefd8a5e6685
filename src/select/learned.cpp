// SPDX-License-Identifier: MIT
#include "select/learned.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/random.hpp"
#include "chain/low_rank_chain.hpp"
#include "cost/spread_term.hpp"
#include "optimise/restarts.hpp"
#include "select/starts.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Clusters = std::vector<std::uint32_t>;
using Pairs = std::vector<MetricPair>;

constexpr std::size_t folds = 4;
constexpr std::size_t first_sweeps = 50, later_sweeps = 20;
constexpr std::size_t starts_a_round = 5;
constexpr std::size_t steps_of_chain = 4;
/// Bits that a link weighs for each row where it is spread.
constexpr double spread_weight = 6;
/// A view that weighs less is not worth its features.
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
  std::vector<double> distances;
  for (const auto& [first, second, together] :
       random_pairs(static_cast<std::size_t>(features.cols()), pairs_for_bounds, random)) {
    distances.push_back((features.col(first) - features.col(second)).squaredNorm());
  }
  std::ranges::sort(distances);
  const auto at = [&](double share) {
    return distances[static_cast<std::size_t>(share * static_cast<double>(distances.size() - 1))];
  };
  const double far = std::max(at(far_share), 1e-12);
  return {std::max(at(near_share), 1e-3 * far), far};
}

/// One view of the rows.
struct Seen {
  View view;
  Matrix features;
  MetricBounds bounds;
};

Seen seen_by(View view, const Matrix& rows, Random& random) {
  Matrix features = view.features(rows);
  const MetricBounds bounds = bounds_of(features, random);
  return {std::move(view), std::move(features), bounds};
}

/// One view while its metric is being learned.
struct Learning {
  const Seen& seen;
  Matrix metric = {};
  double weight = 1;  ///< of its squared distances; all weights sum to 1
};

Random random_of(const Options& options) { return Random(options.seed, 2); }

/// In an order that has nothing to do with how they were given.
Pairs shuffled_pairs(const SearchTask& task, Random& random) {
  Pairs pairs = pairs_of(task.said.links);
  random.shuffle(std::span(pairs));
  return pairs;
}

}  // namespace

struct SeenRows {
  std::vector<Seen> views;
  Random random;  ///< as it is after that
};

std::shared_ptr<const SeenRows> see_rows(const Matrix& rows, const SearchTask& task, const Options& options,
                                         bool with_kernel) {
  Random random = random_of(options);
  shuffled_pairs(task, random);
  std::vector<Seen> views;
  views.push_back(seen_by(linear_view(rows), rows, random));
  if (with_kernel) {
    View view = kernel_view(rows, random);
    views.push_back(seen_by(std::move(view), rows, random));
  }
  return std::make_shared<const SeenRows>(SeenRows{std::move(views), random});
}

namespace {

/// The share of pairs in order that were left out while the metric was learned from the others.
double held_out_order(const Learning& in, const Pairs& pairs, std::size_t sweeps) {
  std::vector<double> distances(pairs.size());
  for (std::size_t fold = 0; fold < folds; ++fold) {
    Pairs kept, left;
    for (std::size_t c = 0; c < pairs.size(); ++c) (c % folds == fold ? left : kept).push_back(pairs[c]);
    const auto found =
        pair_distances(in.seen.features, learn_metric(in.seen.features, kept, in.seen.bounds, sweeps), left);
    for (std::size_t c = fold, i = 0; c < pairs.size(); c += folds, ++i) distances[c] = found[i];
  }
  return share_in_order(distances, pairs);
}

class LinkLearner {
 public:
  LinkLearner(const Matrix& rows, const SearchTask& task, const Options& options, ProgressGate& progress,
              const SeenRows& seen)
      : rows_(rows),
        task_(task),
        options_(options_when_learned(options)),
        progress_(progress),
        random_(random_of(options)),
        pairs_(shuffled_pairs(task, random_)) {
    random_ = seen.random;
    options_.search.restarts = starts_a_round;
    for (const Seen& view : seen.views) learning_.push_back({view});
  }

  Learned learn(const LearnOptions& how) {
    weigh_views();
    learn_from(pairs_, first_sweeps);
    regroup();
    for (std::size_t round = 0; round < how.rounds && !progress_.stopped(); ++round) {
      learn_from(pairs_and_clusters(), later_sweeps);
      regroup();
    }
    return {map(), std::move(clusters_), learning_[0].weight, column_weights()};
  }

 private:
  /// As likely as the held-out pairs make them: exp(pairs * share in order).
  void weigh_views() {
    if (learning_.size() == 1) return;
    double best = 0, sum = 0;
    for (Learning& in : learning_) {
      in.weight = held_out_order(in, pairs_, later_sweeps);
      best = std::max(best, in.weight);
    }
    for (Learning& in : learning_) {
      sum += in.weight = std::exp(static_cast<double>(pairs_.size()) * (in.weight - best));
    }
    for (Learning& in : learning_) in.weight /= sum;
  }

  void learn_from(const Pairs& pairs, std::size_t sweeps) {
    for (Learning& in : learning_) {
      const Matrix again = learn_metric(in.seen.features, pairs, in.seen.bounds, sweeps);
      in.metric = in.metric.size() == 0 ? again : Matrix((in.metric + again) / 2);
    }
  }

  /// Links count twice, and so many pairs again are as the present clusters have them.
  Pairs pairs_and_clusters() {
    Pairs pairs = random_pairs(static_cast<std::size_t>(rows_.cols()), 2 * pairs_.size(), random_);
    for (MetricPair& pair : pairs) pair.together = clusters_[pair.first] == clusters_[pair.second];
    for (int times = 0; times < 2; ++times) pairs.insert(pairs.end(), pairs_.begin(), pairs_.end());
    random_.shuffle(std::span(pairs));
    return pairs;
  }

  void regroup() {
    const Table mapped = map().apply(
        {rows_.data(), static_cast<std::size_t>(rows_.cols()), static_cast<std::size_t>(rows_.rows())});
    const SparseChain chain = learned_chain(mapped, options_, progress_).chain;
    const Spectrum spectrum =
        leading_spectrum(chain, enough_pairs(options_.cluster_count()), options_.threads, progress_);
    if (progress_.stopped()) return;
    const LowRankChain factors(spectrum, static_cast<double>(options_.chain.relaxation));
    const SearchTask task{task_.said, task_.constraints, clusters_, {spread_over(chain, task_.said)}};
    auto plan = plan_search(factors, task, options_);
    const Route<LowRankChain> route = plan.once.empty() ? plan.restarts.front() : plan.once.front();
    for (Clusters& start : starts_at(factors, task_.constraints, options_, starts_random_)) {
      plan.once.push_back(route);
      plan.once.back().start = StartKind::given, plan.once.back().given = std::move(start);
    }
    auto found = carry_out(plan, progress_);
    clusters_ = std::move(found[best_restart(found)].cluster_of_row);
  }

  /// Views side by side: squared distances are the weighted mean of those in the views.
  LearnedMap map() const {
    std::vector<View> views;
    for (const Learning& in : learning_) {
      if (in.weight < least_weight) continue;
      views.push_back(in.seen.view);
      views.back().projection = std::sqrt(in.weight) * metric_root(in.metric) * in.seen.view.projection;
    }
    return LearnedMap(std::move(views));
  }

  std::vector<double> column_weights() const {
    const Matrix map = metric_root(learning_[0].metric) * learning_[0].seen.view.projection;
    const Eigen::VectorXd spread = (rows_.colwise() - rows_.rowwise().mean()).rowwise().squaredNorm();
    Eigen::VectorXd weight = map.colwise().squaredNorm().transpose().cwiseProduct(spread);
    const double sum = weight.sum();
    if (sum > 0) weight /= sum;
    return {weight.begin(), weight.end()};
  }

  const Matrix& rows_;
  const SearchTask& task_;
  Options options_;
  ProgressGate& progress_;
  Random random_, starts_random_{options_.seed, 4};
  Pairs pairs_;
  std::vector<Learning> learning_;
  Clusters clusters_;
};

}  // namespace

Learned learn_from_links(const Matrix& rows, const SearchTask& task, const Options& options,
                         ProgressGate& progress, const LearnOptions& how) {
  const auto seen = how.seen ? how.seen : see_rows(rows, task, options, how.kernel_view);
  return LinkLearner(rows, task, options, progress, *seen).learn(how);
}

NeighbourChainOptions learned_chain_options(const Options& options) {
  const ChainOptions& chain = options.chain;
  return {chain.neighbour_count(), Kernel::adaptive, chain.graph, chain.neighbour_search, options.seed,
          options.threads,         chain.recall};
}

NeighbourChain learned_chain(const TableView& mapped, const Options& options, ProgressGate& progress) {
  return neighbour_chain(mapped, learned_chain_options(options), progress);
}

Options options_when_learned(Options options) {
  if (options.chain.relaxation == automatic_relaxation) options.chain.relaxation = steps_of_chain;
  return options;
}

TermMaker spread_over(const SparseChain& chain, const SideInformation& said) {
  return spread_term(spread_links(chain, said.links, spread_weight));
}

}  // namespace comac
