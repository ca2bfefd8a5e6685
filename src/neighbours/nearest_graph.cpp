// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "neighbours/descent.hpp"
#include "neighbours/expansion.hpp"
#include "neighbours/forest.hpp"
#include "neighbours/leaf_pairs.hpp"
#include "neighbours/nearest.hpp"
#include "neighbours/point_frame.hpp"

namespace comac {
namespace {

constexpr std::size_t first_trees = 12;
constexpr std::size_t more_trees = 6;  // where rounds no longer help
constexpr std::size_t least_leaf = 128;
constexpr std::size_t most_reverse = 16;
constexpr std::size_t most_rounds = 12;
constexpr std::size_t rows_at_once = 256;

/// The search in numbers of one kind. Rows are renumbered in the order of a tree: near rows are near in
/// memory, too.
template <class Real>
class GraphSearch {
 public:
  GraphSearch(const DistinctRows& rows, const PointFrame& frame, const NearestOptions& options,
              const RowsDone& done)
      : rows_(rows),
        options_(options),
        done_(done),
        leaf_(std::max(least_leaf, 4 * (options.count + 1))),
        order_(tree_order(frame)),
        points_(frame.points<Real>(order_, options.threads, done)),
        lists_(rows.size(), std::min(options.count, rows.size() - 1)) {
    place_.resize(order_.size());
    for (std::uint32_t p = 0; p < order_.size(); ++p) place_[order_[p]] = p;
  }

  /// Goes on until the sample says that enough was found, or nothing helps. Returns the recall of the sample.
  double run(const KnownSample& known) {
    plant(first_trees);
    double recall = recall_of(known);
    for (std::size_t round = 0; round < most_rounds && recall < options_.recall; ++round) {
      const std::size_t came = descend(points_, most_reverse, options_.threads, done_, lists_);
      recall = recall_of(known);
      const bool settled = 100 * came < lists_.row.size();
      if (settled && recall < options_.recall) plant(more_trees);
    }
    return recall;
  }

  NearestLists lists() {
    points_ = Points<Real>(0, 1);
    NearestLists lists(rows_.rows(), std::min(options_.count, rows_.rows() - 1));
    const bool beyond = sees_beyond_equals(rows_, options_);
    parallel_for(rows_.size(), rows_at_once, options_.threads, [&](std::size_t begin, std::size_t end) {
      Expansion expansion(rows_, lists.count, beyond);
      std::vector<Near> near;
      for (std::size_t p = begin; p < end; ++p) {
        measure(p, near);
        expansion.store(order_[p], near, lists);
      }
      done_(end - begin);
    });
    return lists;
  }

 private:
  std::vector<std::uint32_t> tree_order(const PointFrame& frame) {
    std::vector<std::uint32_t> as_given(rows_.size());
    std::iota(as_given.begin(), as_given.end(), 0U);
    const auto points = frame.points<Real>(as_given, options_.threads, done_);
    return std::move(random_trees(points, 1, leaf_, options_.seed, options_.threads, done_).front().order);
  }

  void plant(std::size_t count) {
    planted_ += count;
    const auto trees = random_trees(points_, count, leaf_, options_.seed + planted_, options_.threads, done_);
    for (const RandomTree& tree : trees) offer_leaves(points_, tree, options_.threads, done_, lists_);
  }

  /// The list at place p, with exact distances.
  void measure(std::size_t p, std::vector<Near>& near) const {
    near.clear();
    for (std::size_t n = p * lists_.count; n < (p + 1) * lists_.count; ++n) {
      const std::uint32_t other = order_[lists_.row[n] & row_mask];
      near.emplace_back(squared_distance(rows_.row(order_[p]), rows_.row(other)), other);
    }
    std::ranges::sort(near);
  }

  double recall_of(const KnownSample& known) const {
    return known.recall_of([&](std::size_t d, std::vector<Near>& near) { measure(place_[d], near); });
  }

  const DistinctRows& rows_;
  const NearestOptions& options_;
  const RowsDone& done_;
  std::size_t leaf_;
  std::vector<std::uint32_t> order_;  // of the distinct rows
  std::vector<std::uint32_t> place_;  // in it
  Points<Real> points_;
  CandidateLists<Real> lists_;
  std::uint64_t planted_ = 0;
};

template <class Real>
Nearest lists_of(const DistinctRows& rows, const PointFrame& frame, const KnownSample& known,
                 const NearestOptions& options, const RowsDone& done) {
  GraphSearch<Real> graph(rows, frame, options, done);
  const double recall = graph.run(known);
  return {graph.lists(), false, recall};
}

}  // namespace

Nearest nearest_by_graph(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done) {
  const KnownSample known(rows, options, done);
  const PointFrame frame(rows, options.seed);
  return frame.suits_floats(known) ? lists_of<float>(rows, frame, known, options, done)
                                   : lists_of<double>(rows, frame, known, options, done);
}

}  // namespace comac
