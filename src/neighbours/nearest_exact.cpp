// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <nanoflann.hpp>
#include <numeric>
#include <vector>

#include "base/parallel.hpp"
#include "neighbours/expansion.hpp"
#include "neighbours/nearest.hpp"
#include "neighbours/nearest_few.hpp"
#include "neighbours/scan.hpp"

namespace comac {
namespace {

/// The rows as the k-d tree sees them.
struct TreePoints {
  const DistinctRows& rows;
  std::size_t kdtree_get_point_count() const { return rows.size(); }
  double kdtree_get_pt(std::size_t row, std::size_t column) const { return rows.row(row)[column]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};
using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, TreePoints>, TreePoints,
                                                 -1, std::uint32_t>;

/// What the tree finds, as it wants to be given it.
class Found {
 public:
  using DistanceType = double;
  using IndexType = std::uint32_t;
  Found(NearestFew& nearest, std::uint32_t self) : nearest_(nearest), self_(self) {}
  bool full() const { return true; }
  /// The tree leaves out what is not below this: ties must be seen.
  double worstDist() const { return std::nextafter(nearest_.bound(), HUGE_VAL); }
  bool addPoint(double distance, std::uint32_t row) {
    if (row != self_) nearest_.offer(distance, row);
    return true;
  }

 private:
  NearestFew& nearest_;
  std::uint32_t self_;
};

}  // namespace

NearestLists nearest_by_tree(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done) {
  NearestLists lists(rows.rows(), std::min(options.count, rows.rows() - 1));
  if (lists.count == 0) return lists;
  const TreePoints points{rows};
  Tree tree(static_cast<std::int32_t>(rows.columns()), points, nanoflann::KDTreeSingleIndexAdaptorParams(16));
  parallel_for(rows.size(), 256, options.threads, [&](std::size_t begin, std::size_t end) {
    NearestFew nearest(lists.count);
    Expansion expansion(rows, lists.count);
    for (std::size_t d = begin; d < end; ++d) {
      nearest.clear();
      Found found(nearest, static_cast<std::uint32_t>(d));
      tree.findNeighbors(found, rows.row(d).data(), nanoflann::SearchParams());
      expansion.store(d, nearest.sorted(), lists);
    }
    done(end - begin);
  });
  return lists;
}

NearestLists nearest_by_scan(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done) {
  NearestLists lists(rows.rows(), std::min(options.count, rows.rows() - 1));
  if (lists.count == 0) return lists;
  std::vector<std::uint32_t> all(rows.size());
  std::iota(all.begin(), all.end(), 0U);
  scan(rows, all, lists.count, options.threads, done, [&](std::size_t d, std::span<const Near> near) {
    Expansion(rows, lists.count).store(d, near, lists);
  });
  return lists;
}

}  // namespace comac
