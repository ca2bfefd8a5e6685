// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "neighbours/distinct_rows.hpp"
#include "neighbours/nearest_few.hpp"

namespace comac {

/// The few nearest rows in a heap, the farthest on top: the bound is always the best that is known.
class NearestHeap {
 public:
  explicit NearestHeap(std::size_t count) : count_(count) {}

  void clear() { kept_.clear(), bound_ = std::numeric_limits<double>::infinity(); }
  double bound() const { return bound_; }
  void offer(const Near& near) {
    if (kept_.size() == count_) {
      if (near > kept_.front()) return;
      std::ranges::pop_heap(kept_);
      kept_.back() = near;
    } else {
      kept_.push_back(near);
    }
    std::ranges::push_heap(kept_);
    if (kept_.size() == count_) bound_ = kept_.front().first;
  }
  /// Nearest first. To be cleared before the next row.
  const std::vector<Near>& sorted() {
    std::ranges::sort_heap(kept_);
    return kept_;
  }

 private:
  std::size_t count_;
  double bound_ = std::numeric_limits<double>::infinity();
  std::vector<Near> kept_;
};

/// Beyond, a tree visits most of its leaves.
inline constexpr std::size_t most_columns_of_tree = 8;

/// Rows of few columns in a balanced tree: each node halves its rows at the median of the column in which
/// they spread the most. Rows lie in the order of the leaves, so that near rows are near in memory.
template <std::size_t columns>
class KdTree {
 public:
  /// O(rows log rows columns), shared by threads.
  KdTree(const DistinctRows& rows, std::size_t threads, const RowsDone& done) : points_(rows.size()) {
    for (std::uint32_t d = 0; d < points_.size(); ++d) {
      std::ranges::copy(rows.row(d), points_[d].number.begin());
      points_[d].row = d;
    }
    std::vector<std::size_t> begins{0, points_.size()};
    for (; begins[1] > leaf; ++levels_) begins = halved(begins, threads, done);
  }

  std::size_t size() const { return points_.size(); }
  /// The distinct row at a place in the order of the leaves.
  std::uint32_t row_at(std::size_t place) const { return points_[place].row; }

  /// Finds the nearest others of the row at a place.
  void find_nearest(std::size_t place, NearestHeap& nearest) const {
    nearest.clear();
    Query query{points_[place], nearest, {}};
    look(query, 0, 0, {0, points_.size()}, 0);
  }

 private:
  static constexpr std::size_t leaf = 16;
  /// Distances of boxes are added up in another order than those of rows: a hair more is let through.
  static constexpr double hair = 1 + 1e-9;

  struct Point {
    std::array<double, columns> number;
    std::uint32_t row;
  };
  struct Node {
    std::size_t column = 0;
    double split = 0;
  };
  struct Range {
    std::size_t begin, end;
    std::size_t middle() const { return begin + (end - begin) / 2; }
  };
  struct Query {
    const Point& from;
    NearestHeap& nearest;
    std::array<double, columns> outside;  ///< how far the row is outside of a box in each column, squared
  };

  /// Splits all nodes of a level. Returns where those of the next begin, and the end.
  std::vector<std::size_t> halved(const std::vector<std::size_t>& begins, std::size_t threads,
                                  const RowsDone& done) {
    const std::size_t nodes = begins.size() - 1, first = nodes_.size();
    std::vector<std::size_t> halves(2 * nodes + 1, points_.size());
    nodes_.resize(first + nodes);
    parallel_for(nodes, 1, threads, [&](std::size_t n, std::size_t) {
      const Range range{begins[n], begins[n + 1]};
      nodes_[first + n] = split(range);
      halves[2 * n] = range.begin, halves[2 * n + 1] = range.middle();
      if (n % 64 == 0) done(0);
    });
    return halves;
  }

  Node split(Range range) {
    const auto begin = points_.begin() + static_cast<std::ptrdiff_t>(range.begin);
    const auto end = points_.begin() + static_cast<std::ptrdiff_t>(range.end);
    const auto middle = points_.begin() + static_cast<std::ptrdiff_t>(range.middle());
    auto low = begin->number, high = low;
    for (auto p = begin; p != end; ++p) {
      for (std::size_t c = 0; c < columns; ++c) {
        low[c] = std::min(low[c], p->number[c]), high[c] = std::max(high[c], p->number[c]);
      }
    }
    std::size_t widest = 0;
    for (std::size_t c = 1; c < columns; ++c) {
      if (high[c] - low[c] > high[widest] - low[widest]) widest = c;
    }
    std::nth_element(begin, middle, end,
                     [&](const Point& a, const Point& b) { return a.number[widest] < b.number[widest]; });
    return {widest, middle->number[widest]};
  }

  /// Looks at the n-th node of a level, whose box is so far away.
  void look(Query& query, std::size_t level, std::size_t n, Range range, double distance) const {
    if (level == levels_) return look_at_leaf(query, range);
    const auto [column, split] = nodes_[(std::size_t{1} << level) - 1 + n];
    const double beyond = query.from.number[column] - split;
    const bool right = beyond >= 0;
    const Range halves[2] = {{range.begin, range.middle()}, {range.middle(), range.end}};
    look(query, level + 1, 2 * n + right, halves[right], distance);
    double& outside = query.outside[column];
    const double farther = distance - outside + beyond * beyond;
    if (!(farther <= hair * query.nearest.bound())) return;
    const double before = std::exchange(outside, beyond * beyond);
    look(query, level + 1, 2 * n + !right, halves[!right], farther);
    query.outside[column] = before;
  }

  void look_at_leaf(Query& query, Range range) const {
    for (std::size_t p = range.begin; p < range.end; ++p) {
      const Point& point = points_[p];
      double sum = 0;
      for (std::size_t c = 0; c < columns; ++c) {
        sum += (query.from.number[c] - point.number[c]) * (query.from.number[c] - point.number[c]);
      }
      if (sum <= query.nearest.bound() && &point != &query.from) query.nearest.offer({sum, point.row});
    }
  }

  std::vector<Point> points_;
  std::vector<Node> nodes_;  // a level after the other
  std::size_t levels_ = 0;
};

}  // namespace comac
