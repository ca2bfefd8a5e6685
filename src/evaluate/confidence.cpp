// SPDX-License-Identifier: MIT
#include "evaluate/confidence.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include "base/parallel.hpp"
#include "cost/cost_of.hpp"
#include "cost/soft_term.hpp"
#include "cost/term.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

Clusters clusters_with_rows(std::span<const std::uint32_t> cluster, std::size_t clusters) {
  std::vector<bool> used(clusters);
  for (const auto c : cluster) used[c] = true;
  Clusters found;
  for (std::uint32_t c = 0; c < clusters; ++c) {
    if (used[c]) found.push_back(c);
  }
  return found;
}

template <class Chain>
std::vector<std::unique_ptr<Term>> terms_of(const Explained<Chain>& run, const Groups& rows,
                                            const Partition& partition) {
  std::vector<std::unique_ptr<Term>> terms;
  terms.push_back(std::make_unique<SoftTerm>(run.belief.said, rows, partition));
  for (const TermMaker& make : run.terms) terms.push_back(make(rows, partition));
  return terms;
}

/// 2^-bits of the row's own cluster as a share of all; bits[i] is of candidates[i].
double own_share(std::span<const double> bits, const Clusters& candidates, std::uint32_t own) {
  const double fewest = *std::ranges::min_element(bits);
  double sum = 0, mine = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const double share = std::exp2(fewest - bits[i]);
    sum += share;
    if (candidates[i] == own) mine = share;
  }
  return mine / sum;
}

std::uint32_t next_to(std::span<const double> bits, const Clusters& candidates, std::uint32_t own) {
  std::size_t best = bits.size();
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (candidates[i] != own && (best == bits.size() || bits[i] < bits[best])) best = i;
  }
  return best == bits.size() ? own : candidates[best];
}

}  // namespace

template <class Chain>
Confidences confidences(const Explained<Chain>& run, std::size_t threads) {
  const std::size_t count = run.cluster.size();
  const Groups rows = Groups::singletons(count);
  const Grouped<Chain> states(run.chain, rows);
  const Partition partition(run.clusters, {run.cluster.begin(), run.cluster.end()});
  const CostOf<Chain> cost(states, partition, run.beta);
  const auto terms = terms_of(run, rows, partition);
  const Clusters candidates = clusters_with_rows(run.cluster, run.clusters);
  Confidences result{std::vector<double>(count), Clusters(count)};
  // A cost keeps what it has measured last: each piece of work has a copy of its own.
  const std::size_t share = std::max<std::size_t>(256, count / thread_count(threads) + 1);
  parallel_for(count, share, threads, [&](std::size_t begin, std::size_t end) {
    CostOf<Chain> own = cost;
    std::vector<double> bits(candidates.size());
    for (std::size_t row = begin; row < end; ++row) {
      own.deltas(row, candidates, bits);
      for (const auto& term : terms) term->add_deltas(row, candidates, partition, bits);
      for (double& value : bits) value = states.mass[row] > 0 ? run.sharpness * value / states.mass[row] : 0;
      result.confidence[row] = own_share(bits, candidates, run.cluster[row]);
      result.runner_up[row] = next_to(bits, candidates, run.cluster[row]);
    }
  });
  return result;
}

#define COMAC_INSTANTIATE(Chain) template Confidences confidences(const Explained<Chain>&, std::size_t);
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
