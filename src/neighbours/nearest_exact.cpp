// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "neighbours/expansion.hpp"
#include "neighbours/kd_tree.hpp"
#include "neighbours/nearest.hpp"
#include "neighbours/nearest_few.hpp"
#include "neighbours/scan.hpp"

namespace comac {
namespace {

template <std::size_t columns>
void search_tree(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done,
                 NearestLists& lists) {
  const KdTree<columns> tree(rows, options.threads, done);
  const bool beyond = sees_beyond_equals(rows, options);
  parallel_for(tree.size(), 256, options.threads, [&](std::size_t begin, std::size_t end) {
    NearestHeap nearest(lists.count);
    Expansion expansion(rows, lists.count, beyond);
    for (std::size_t p = begin; p < end; ++p) {
      tree.find_nearest(p, nearest);
      expansion.store(tree.row_at(p), nearest.sorted(), lists);
    }
    done(end - begin);
  });
}

}  // namespace

NearestLists nearest_by_tree(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done) {
  NearestLists lists(rows.rows(), std::min(options.count, rows.rows() - 1));
  if (lists.count == 0) return lists;
  constexpr auto searches = []<std::size_t... c>(std::index_sequence<c...>) {
    return std::array{&search_tree<c + 1>...};
  }
  (std::make_index_sequence<most_columns_of_tree>());
  searches[rows.columns() - 1](rows, options, done, lists);
  return lists;
}

NearestLists nearest_by_scan(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done) {
  NearestLists lists(rows.rows(), std::min(options.count, rows.rows() - 1));
  if (lists.count == 0) return lists;
  std::vector<std::uint32_t> all(rows.size());
  std::iota(all.begin(), all.end(), 0U);
  const bool beyond = sees_beyond_equals(rows, options);
  scan(rows, all, lists.count, options.threads, done, [&](std::size_t d, std::span<const Near> near) {
    Expansion(rows, lists.count, beyond).store(d, near, lists);
  });
  return lists;
}

}  // namespace comac
