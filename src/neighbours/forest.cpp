// SPDX-License-Identifier: MIT
#include "neighbours/forest.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "neighbours/kernels.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_of_task = 8192;  // nodes of fewer rows are split to the end by one thread

using Range = std::pair<std::size_t, std::size_t>;

/// One thread's splitting of nodes.
template <class Real>
class Splitter {
 public:
  Splitter(const Points<Real>& points, std::size_t leaf)
      : points_(points), leaf_(leaf), direction_(1, points.columns()) {}

  /// Puts the lower half of a node's rows first. Returns where the upper half begins.
  std::size_t split(std::span<std::uint32_t> order, Range node, Random random) {
    const auto rows = order.subspan(node.first, node.second - node.first);
    project(rows, random);
    const std::size_t middle = rows.size() / 2;
    std::ranges::nth_element(keys_, keys_.begin() + static_cast<std::ptrdiff_t>(middle));
    for (std::size_t r = 0; r < rows.size(); ++r) rows[r] = keys_[r].second;
    return node.first + middle;
  }

  /// Splits a node and what comes of it down to the leaves.
  void split_all(std::span<std::uint32_t> order, Range node, std::uint64_t seed, std::size_t tree,
                 std::vector<Range>& leaves) {
    if (node.second - node.first <= leaf_) {
      leaves.push_back(node);
      return;
    }
    const std::size_t middle = split(order, node, random_of(node, seed, tree));
    split_all(order, {node.first, middle}, seed, tree, leaves);
    split_all(order, {middle, node.second}, seed, tree, leaves);
  }

  static Random random_of(Range node, std::uint64_t seed, std::size_t tree) {
    return Random(seed ^ (tree << 32), (node.first << 32) ^ node.second);
  }

 private:
  void project(std::span<const std::uint32_t> rows, Random& random) {
    const Real* a = points_.row(rows[random.below(rows.size())]);
    const Real* b = points_.row(rows[random.below(rows.size())]);
    Real* direction = direction_.row(0);
    for (std::size_t c = 0; c < points_.width(); ++c) direction[c] = a[c] - b[c];
    projections_.resize(rows.size());
    products_with(points_, direction, rows.data(), rows.size(), projections_.data());
    keys_.resize(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) keys_[r] = {projections_[r], rows[r]};
  }

  const Points<Real>& points_;
  std::size_t leaf_;
  Points<Real> direction_;
  std::vector<Real> projections_;
  std::vector<std::pair<Real, std::uint32_t>> keys_;
};

struct Node {
  std::size_t tree;
  Range rows;
};

}  // namespace

template <class Real>
std::vector<RandomTree> random_trees(const Points<Real>& points, std::size_t count, std::size_t leaf,
                                     std::uint64_t seed, std::size_t threads, const RowsDone& done) {
  std::vector<RandomTree> trees(count);
  std::vector<Node> nodes;
  for (std::size_t t = 0; t < count; ++t) {
    trees[t].order.resize(points.rows());
    std::iota(trees[t].order.begin(), trees[t].order.end(), 0U);
    nodes.push_back({t, {0, points.rows()}});
  }
  while (nodes.front().rows.second - nodes.front().rows.first > std::max(rows_of_task, leaf)) {
    std::vector<Node> halves(2 * nodes.size());
    parallel_for(nodes.size(), 1, threads, [&](std::size_t n, std::size_t) {
      done(0);
      const auto& [tree, rows] = nodes[n];
      Splitter<Real> splitter(points, leaf);
      const std::size_t middle =
          splitter.split(trees[tree].order, rows, Splitter<Real>::random_of(rows, seed, tree));
      halves[2 * n] = {tree, {rows.first, middle}};
      halves[2 * n + 1] = {tree, {middle, rows.second}};
    });
    nodes = std::move(halves);
  }
  std::vector<std::vector<Range>> leaves(nodes.size());
  parallel_for(nodes.size(), 1, threads, [&](std::size_t n, std::size_t) {
    const auto& [tree, rows] = nodes[n];
    Splitter<Real>(points, leaf).split_all(trees[tree].order, rows, seed, tree, leaves[n]);
    done(rows.second - rows.first);
  });
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    auto& all = trees[nodes[n].tree].leaves;
    all.insert(all.end(), leaves[n].begin(), leaves[n].end());
  }
  return trees;
}

template std::vector<RandomTree> random_trees(const Points<float>&, std::size_t, std::size_t, std::uint64_t,
                                              std::size_t, const RowsDone&);
template std::vector<RandomTree> random_trees(const Points<double>&, std::size_t, std::size_t, std::uint64_t,
                                              std::size_t, const RowsDone&);

}  // namespace comac
