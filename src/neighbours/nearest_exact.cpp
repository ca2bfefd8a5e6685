// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <nanoflann.hpp>

#include "base/parallel.hpp"
#include "neighbours/distances.hpp"
#include "neighbours/nearest.hpp"
#include "neighbours/nearest_few.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 16;
constexpr std::size_t columns_at_once = 1024;  // of the table's rows: their distances stay in the cache

/// The table as the k-d tree sees it.
struct Points {
  TableView table;
  std::size_t kdtree_get_point_count() const { return table.rows; }
  double kdtree_get_pt(std::size_t row, std::size_t column) const { return table.at(row, column); }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};
using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Points>, Points, -1,
                                                 std::uint32_t>;

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

/// Offers row i all others of one block.
void scan_block(const Distances& distances, std::size_t i, std::size_t first, std::span<double> block,
                NearestFew& nearest) {
  distances.from(i, first, block);
  for (std::size_t j = 0; j < block.size(); ++j) {
    if (block[j] <= nearest.bound() && first + j != i) {
      nearest.offer(block[j], static_cast<std::uint32_t>(first + j));
    }
  }
}

}  // namespace

NearestLists nearest_by_tree(const TableView& table, const NearestOptions& options, const RowsDone& done) {
  NearestLists lists(table.rows, std::min(options.count, table.rows - 1));
  if (lists.count == 0) return lists;
  const Points points{table};
  Tree tree(static_cast<std::int32_t>(table.columns), points, nanoflann::KDTreeSingleIndexAdaptorParams(16));
  parallel_for(table.rows, 256, options.threads, [&](std::size_t begin, std::size_t end) {
    NearestFew nearest(lists.count);
    for (std::size_t i = begin; i < end; ++i) {
      nearest.clear();
      Found found(nearest, static_cast<std::uint32_t>(i));
      tree.findNeighbors(found, table.row(i).data(), nanoflann::SearchParams());
      nearest.store(i, lists);
    }
    done(end - begin);
  });
  return lists;
}

NearestLists nearest_by_scan(const TableView& table, const NearestOptions& options, const RowsDone& done) {
  NearestLists lists(table.rows, std::min(options.count, table.rows - 1));
  if (lists.count == 0) return lists;
  const Distances distances(table);
  parallel_for(table.rows, rows_at_once, options.threads, [&](std::size_t begin, std::size_t end) {
    std::vector<NearestFew> nearest(end - begin, NearestFew(lists.count));
    for (auto& few : nearest) few.clear();
    double block[columns_at_once];
    for (std::size_t first = 0; first < table.rows; first += columns_at_once) {
      const std::size_t count = std::min(columns_at_once, table.rows - first);
      for (std::size_t i = begin; i < end; ++i)
        scan_block(distances, i, first, {block, count}, nearest[i - begin]);
    }
    for (std::size_t i = begin; i < end; ++i) nearest[i - begin].store(i, lists);
    done(end - begin);
  });
  return lists;
}

}  // namespace comac
