// SPDX-License-Identifier: MIT
#include "neighbours/scan.hpp"

#include <algorithm>
#include <vector>

#include "base/parallel.hpp"
#include "neighbours/distances.hpp"

namespace comac {
namespace {

constexpr std::size_t queries_at_once = 16;
constexpr std::size_t rows_at_once = 1024;  // their distances stay in the cache

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

void scan(const DistinctRows& rows, std::span<const std::uint32_t> queries, std::size_t count,
          std::size_t threads, const RowsDone& done, const TakeNearest& take) {
  const Distances distances(rows.size(), rows.columns(),
                            [&](std::size_t d, std::size_t c) { return rows.row(d)[c]; });
  parallel_for(queries.size(), queries_at_once, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<NearestFew> nearest(end - begin, NearestFew(std::max<std::size_t>(count, 1)));
    for (auto& few : nearest) few.clear();
    double block[rows_at_once];
    for (std::size_t first = 0; first < rows.size(); first += rows_at_once) {
      const std::size_t size = std::min(rows_at_once, rows.size() - first);
      for (std::size_t q = begin; q < end; ++q)
        scan_block(distances, queries[q], first, {block, size}, nearest[q - begin]);
      done(0);
    }
    for (std::size_t q = begin; q < end; ++q) take(q, nearest[q - begin].sorted());
    done(end - begin);
  });
}

}  // namespace comac
