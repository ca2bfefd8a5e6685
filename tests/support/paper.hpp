// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "chain/dense_chain.hpp"
#include "comac/result.hpp"
#include "cost/cost.hpp"
#include "cost/information.hpp"
#include "support/relation.hpp"

namespace comac::test {

/// Algorithms 1, 2 and 3 of the paper, word by word: sets of rows, every cost from its definition.
class Paper {
 public:
  using Rows = std::vector<std::uint32_t>;

  /// Without propagation a row takes along only the rows that it was said to be together with.
  Paper(const DenseChain& chain, const Relation& relation, std::size_t clusters, bool propagation)
      : chain_(chain), clusters_(clusters), must_(chain.states()), cannot_(chain.states()) {
    for (std::uint32_t x = 0; x < chain.states(); ++x) {
      for (std::uint32_t other = 0; other < chain.states(); ++other) {
        if (propagation ? relation.must(x, other) : relation.said_must(x, other)) must_[x].push_back(other);
        if (relation.cannot(x, other)) cannot_[x].push_back(other);
      }
      // A group that moves as one is visited once, at its first row.
      if (!propagation || must_[x].front() == x) visited_.push_back(x);
    }
  }

  /// Algorithm 1.
  Rows greedy_colouring(Random& random) const {
    Rows g(chain_.states(), none);
    for (const auto x : visited_) {
      const std::uint32_t colour =
          cannot_[x].empty() ? static_cast<std::uint32_t>(random.below(clusters_)) : possible(g, x).front();
      for (const auto member : must_[x]) g[member] = colour;
    }
    return g;
  }

  struct Outcome {
    Rows g;
    std::size_t sweeps = 0;
    bool converged = false;
    std::vector<TracePoint> trace;
  };

  /// The main loop of Algorithm 2, from `g`.
  void sequential(double beta, std::size_t most_sweeps, Outcome& outcome) const {
    outcome.converged = false;
    outcome.trace.push_back({beta, cost(outcome.g, beta)});
    for (std::size_t sweep = 0; sweep < most_sweeps && !outcome.converged; ++sweep) {
      bool moved = false;
      for (const auto x : visited_) moved = improve(outcome.g, x, beta) || moved;
      outcome.converged = !moved;
      ++outcome.sweeps;
      outcome.trace.push_back({beta, cost(outcome.g, beta)});
    }
  }

  /// Algorithm 3; Algorithm 2 alone is the schedule of one beta.
  Outcome anneal(const std::vector<double>& betas, std::size_t most_sweeps, Random random) const {
    Outcome outcome;
    outcome.g = greedy_colouring(random);
    for (const double beta : betas) sequential(beta, most_sweeps, outcome);
    return outcome;
  }

  /// The clusters with the fewest rows of N_x: those with none, if there are any.
  std::vector<std::uint32_t> possible(const Rows& g, std::uint32_t x) const {
    std::vector<std::size_t> occurrences(clusters_, 0);
    for (const auto other : cannot_[x]) {
      if (g[other] != none) ++occurrences[g[other]];
    }
    const std::size_t least = *std::min_element(occurrences.begin(), occurrences.end());
    std::vector<std::uint32_t> result;
    for (std::uint32_t y = 0; y < clusters_; ++y) {
      if (occurrences[y] == least) result.push_back(y);
    }
    return result;
  }

  Rows moved(Rows g, std::uint32_t x, std::uint32_t to) const {
    for (const auto member : must_[x]) g[member] = to;
    return g;
  }

  double cost(const Rows& g, double beta) const { return information(chain_, g, clusters_, beta).cost(); }
  const Rows& visited() const { return visited_; }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  /// Ties: its own cluster, else the lowest index.
  bool improve(Rows& g, std::uint32_t x, double beta) const {
    auto order = possible(g, x);
    const auto own = std::find(order.begin(), order.end(), g[x]);
    if (own != order.end()) std::rotate(order.begin(), own, own + 1);
    Rows best = moved(g, x, order.front());
    for (const auto y : order) {
      Rows candidate = moved(g, x, y);
      if (cost(candidate, beta) < cost(best, beta) - least_gain) best = std::move(candidate);
    }
    const bool changed = best != g;
    g = std::move(best);
    return changed;
  }

  const DenseChain& chain_;
  std::size_t clusters_;
  std::vector<Rows> must_, cannot_;  // funcMust and funcCannot of each row
  Rows visited_;
};

}  // namespace comac::test
