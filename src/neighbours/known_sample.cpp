// SPDX-License-Identifier: MIT
#include "neighbours/known_sample.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "neighbours/expansion.hpp"
#include "neighbours/scan.hpp"

namespace comac {
namespace {

constexpr std::size_t sample_size = 256;

}  // namespace

KnownSample::KnownSample(const DistinctRows& rows, const NearestOptions& options, const RowsDone& done)
    : rows_(rows),
      count_(std::min(options.count, rows.rows() - 1)),
      sample_(std::min(sample_size, rows.rows())) {
  Random random(options.seed);
  std::vector<std::uint32_t> queries;
  for (Row& row : sample_) {
    row.distinct = rows.at_place(random.below(rows.rows()));
    queries.push_back(static_cast<std::uint32_t>(row.distinct));
  }
  scan(rows, queries, std::min(count_, rows.size() - 1), options.threads, done,
       [&](std::size_t s, std::span<const Near> near) {
         sample_[s].farthest = near.back().first;
         sample_[s].farthest_row = Expansion(rows, count_).rows_near(queries[s], near).back().first;
       });
}

double KnownSample::recall_of(const Found& found) const {
  std::size_t hits = 0;
  std::vector<Near> near;
  Expansion expansion(rows_, count_);
  for (const Row& row : sample_) {
    found(row.distinct, near);
    const auto nearest = expansion.rows_near(row.distinct, near);
    hits += static_cast<std::size_t>(
                std::ranges::count_if(nearest, [&](const Near& n) { return n.first <= row.farthest_row; })) -
            1;  // itself
  }
  return static_cast<double>(hits) / static_cast<double>(sample_.size() * count_);
}

}  // namespace comac
