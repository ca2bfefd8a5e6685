// SPDX-License-Identifier: MIT
#ifdef COMAC_SANITIZED
#define NO_MANUAL_VECTORIZATION  // else hnswlib reads a number past a list, to prefetch what it names
#endif
#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "neighbours/nearest.hpp"
#include "neighbours/nearest_few.hpp"

namespace comac {
namespace {

constexpr std::size_t links = 16;          // of a node of the graph
constexpr std::size_t build_breadth = 48;  // candidates looked at when a node is linked
constexpr std::size_t least_breadth = 32;  // and when nearest rows are searched
constexpr std::size_t rows_of_shard = 500000;
constexpr std::size_t most_shards = 8;

/// Depends on the number of rows alone, so that the result does not depend on the number of threads.
std::size_t shard_count(std::size_t rows) {
  return std::clamp<std::size_t>((rows + rows_of_shard - 1) / rows_of_shard, rows > 20000 ? 2 : 1,
                                 most_shards);
}

/// The columns as floats around their means: large offsets would eat up their few digits.
std::vector<float> centred(const TableView& table) {
  std::vector<double> mean(table.columns, 0);
  for (std::size_t i = 0; i < table.rows; ++i) {
    for (std::size_t c = 0; c < table.columns; ++c)
      mean[c] += table.at(i, c) / static_cast<double>(table.rows);
  }
  std::vector<float> values(table.rows * table.columns);
  for (std::size_t v = 0; v < values.size(); ++v) {
    const std::size_t c = v % table.columns;
    values[v] = static_cast<float>(table.at(v / table.columns, c) - mean[c]);
  }
  return values;
}

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

/// Small-world graphs over every `shards`-th row. Each is built by one thread, row after row: hnswlib is
/// reproducible only so. A search asks all of them.
class Graphs {
 public:
  Graphs(const TableView& table, const NearestOptions& options, const RowsDone& done)
      : table_(table), values_(centred(table)), space_(table.columns), shards_(shard_count(table.rows)) {
    parallel_for(shards_.size(), 1, options.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t s = begin; s < end; ++s) build(s, options.seed, done);
    });
  }

  /// Finds the nearest others of row i; the distances are recomputed in full.
  void search(std::size_t i, std::size_t count, NearestFew& nearest) const {
    nearest.clear();
    for (const auto& shard : shards_) {
      for (auto found = shard->searchKnn(row(i), count + 1); !found.empty(); found.pop()) {
        offer(i, found.top().second, nearest);
      }
    }
    if (nearest.sorted().size() >= count) return;
    nearest.clear();  // a graph of many equal rows may fall into pieces too small
    for (std::size_t other = 0; other < table_.rows; ++other) offer(i, other, nearest);
  }

 private:
  using Graph = hnswlib::HierarchicalNSW<float>;

  void offer(std::size_t i, std::size_t other, NearestFew& nearest) const {
    if (other == i) return;
    nearest.offer(squared_distance(table_.row(i), table_.row(other)), static_cast<std::uint32_t>(other));
  }

  const float* row(std::size_t i) const { return values_.data() + i * table_.columns; }

  void build(std::size_t s, std::uint64_t seed, const RowsDone& done) {
    const std::size_t rows = (table_.rows - s + shards_.size() - 1) / shards_.size();
    shards_[s] = std::make_unique<Graph>(&space_, rows, links, build_breadth, seed + s);
    std::size_t added = 0;
    for (std::size_t i = s; i < table_.rows; i += shards_.size()) {
      shards_[s]->addPoint(row(i), i);
      if (++added % 1024 == 0) done(1024);
    }
    done(added % 1024);
    shards_[s]->setEf(least_breadth);
  }

  TableView table_;
  std::vector<float> values_;
  hnswlib::L2Space space_;
  std::vector<std::unique_ptr<Graph>> shards_;
};

}  // namespace

NearestLists nearest_by_graph(const TableView& table, const NearestOptions& options, const RowsDone& done) {
  NearestLists lists(table.rows, std::min(options.count, table.rows - 1));
  if (lists.count == 0) return lists;
  const Graphs graphs(table, options, done);
  parallel_for(table.rows, 256, options.threads, [&](std::size_t begin, std::size_t end) {
    NearestFew nearest(lists.count);
    for (std::size_t i = begin; i < end; ++i) {
      graphs.search(i, lists.count, nearest);
      nearest.store(i, lists);
    }
    done(end - begin);
  });
  return lists;
}

}  // namespace comac
