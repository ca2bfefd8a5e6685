// SPDX-License-Identifier: MIT
#include "neighbours/nearest_known.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <nanoflann.hpp>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "comac/base/error.hpp"
#include "neighbours/nearest_few.hpp"
#include "neighbours/projection_tree.hpp"

namespace comac {
namespace {

constexpr std::size_t most_columns_of_tree = 8;
constexpr double most_work_of_scan = 8e9;  // differences: a few seconds
constexpr std::size_t rows_at_once = 64;
constexpr std::size_t trees = 2;
constexpr std::size_t rows_of_leaf = 24;
constexpr std::size_t least_breadth = 32;  // of the search from near row to near row

/// The rows that a search has looked at, by hashing: a mark for each known row would have to be cleared.
class SeenRows {
 public:
  void clear() {
    std::ranges::fill(slots_, none);
    count_ = 0;
  }
  /// Returns whether the row is new.
  bool insert(std::uint32_t row) {
    if (2 * count_ >= slots_.size()) grow();
    std::size_t at = place(row);
    while (slots_[at] != none && slots_[at] != row) at = (at + 1) & (slots_.size() - 1);
    if (slots_[at] == row) return false;
    slots_[at] = row;
    ++count_;
    return true;
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  std::size_t place(std::uint32_t row) const { return (row * 2654435761U) & (slots_.size() - 1); }
  void grow() {
    const auto before = std::exchange(slots_, std::vector<std::uint32_t>(2 * slots_.size(), none));
    count_ = 0;
    for (const std::uint32_t row : before) {
      if (row != none) insert(row);
    }
  }

  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(4096, none);
  std::size_t count_ = 0;
};

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

/// The known rows as the k-d tree sees them, and what it finds.
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
struct Found {
  using DistanceType = double;
  using IndexType = std::uint32_t;
  NearestFew& nearest;
  bool full() const { return true; }
  /// The tree leaves out what is not below this: ties must be seen.
  double worstDist() const { return std::nextafter(nearest.bound(), HUGE_VAL); }
  bool addPoint(double distance, std::uint32_t row) {
    nearest.offer(distance, row);
    return true;
  }
};

void offer_all(std::span<const double> row, const TableView& known, NearestFew& nearest) {
  for (std::uint32_t k = 0; k < known.rows; ++k) nearest.offer(squared_distance(row, known.row(k)), k);
}

/// Puts the list of each row in its place. make() returns what finds the nearest known rows of one row after
/// the other, find(row, nearest); each thread has its own.
template <class Make>
void fill(const TableView& rows, const TableView& known, NearestLists& lists, std::size_t threads,
          ProgressGate& progress, const Make& make) {
  std::atomic<std::size_t> done = 0;
  parallel_for(rows.rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    auto find = make();
    NearestFew nearest(lists.count);
    for (std::size_t i = begin; i < end; ++i) {
      nearest.clear();
      find(rows.row(i), nearest);
      if (nearest.sorted().size() <
          lists.count) {  // distances without end, or a piece of the graph too small
        nearest.clear();
        offer_all(rows.row(i), known, nearest);
      }
      const auto& found = nearest.sorted();
      for (std::size_t n = 0; n < lists.count; ++n) {
        lists.row[i * lists.count + n] = found[n].second;
        lists.distance[i * lists.count + n] = found[n].first;
      }
    }
    done += end - begin;
    if (progress.report({"neighbours", static_cast<double>(done) / static_cast<double>(rows.rows)})) {
      throw Error(ErrorCode::interrupted,
                  "interrupted while near rows were searched; there is no result yet");
    }
  });
}

/// The search from near row to near row: the nearest row whose surroundings have not been looked at is next,
/// until `breadth` rows are nearer than it.
class Walk {
 public:
  Walk(const TableView& known, const NearRows& near, const std::vector<ProjectionTree>& forest,
       std::size_t breadth)
      : known_(known), near_(near), forest_(forest), breadth_(breadth) {}

  void operator()(std::span<const double> row, NearestFew& nearest) {
    best_.clear();
    waiting_.clear();
    seen_.clear();
    for (const ProjectionTree& tree : forest_) look_at(row, tree.leaf_of(row));
    while (!waiting_.empty()) {
      std::ranges::pop_heap(waiting_, std::greater{});
      const auto [distance, next] = waiting_.back();
      waiting_.pop_back();
      if (distance > bound()) break;
      look_at(row, near_(next));
    }
    for (const auto& [distance, k] : best_) nearest.offer(distance, k);
  }

 private:
  double bound() const { return best_.size() < breadth_ ? HUGE_VAL : best_.front().first; }

  void look_at(std::span<const double> row, std::span<const std::uint32_t> known_rows) {
    for (const std::uint32_t k : known_rows) {
      if (!seen_.insert(k)) continue;
      const double distance = squared_distance(row, known_.row(k));
      if (distance >= bound()) continue;
      if (best_.size() == breadth_) {
        std::ranges::pop_heap(best_);
        best_.pop_back();
      }
      best_.emplace_back(distance, k);
      std::ranges::push_heap(best_);
      waiting_.emplace_back(distance, k);
      std::ranges::push_heap(waiting_, std::greater{});
    }
  }

  TableView known_;
  const NearRows& near_;
  const std::vector<ProjectionTree>& forest_;
  std::size_t breadth_;
  SeenRows seen_;
  std::vector<std::pair<double, std::uint32_t>> best_, waiting_;  // heaps: the farthest, the nearest in front
};

bool scan_is_affordable(std::size_t rows, const TableView& known) {
  return static_cast<double>(rows) * static_cast<double>(known.rows * known.columns) <= most_work_of_scan;
}

}  // namespace

/// One of a tree, a forest to walk from, or neither: all known rows are looked at.
struct NearestKnown::Search {
  Search(const TableView& known_rows, NearRows near_rows, const NearestOptions& wanted, std::size_t rows)
      : points{known_rows}, near(std::move(near_rows)), options(wanted) {
    options.count = std::min(options.count, known_rows.rows);
    if (options.count == 0 || rows == 0) return;
    using enum NeighbourSearch;
    if (options.search != approximate && known_rows.columns <= most_columns_of_tree) {
      tree = std::make_unique<Tree>(static_cast<std::int32_t>(known_rows.columns), points,
                                    nanoflann::KDTreeSingleIndexAdaptorParams(16));
    } else if (options.search == approximate ||
               (options.search == automatic && !scan_is_affordable(rows, known_rows))) {
      for (std::size_t t = 0; t < trees; ++t) forest.emplace_back(known_rows, rows_of_leaf, options.seed + t);
    }
  }

  Points points;
  NearRows near;
  NearestOptions options;
  std::unique_ptr<Tree> tree;
  std::vector<ProjectionTree> forest;
};

NearestKnown::NearestKnown(const TableView& known, NearRows near, const NearestOptions& options,
                           std::size_t rows)
    : search_(std::make_unique<Search>(known, std::move(near), options, rows)) {}
NearestKnown::NearestKnown(NearestKnown&&) noexcept = default;
NearestKnown::~NearestKnown() = default;

NearestLists NearestKnown::of(const TableView& rows, ProgressGate& progress) const {
  const Search& search = *search_;
  const TableView& known = search.points.table;
  NearestLists lists(rows.rows, search.options.count);
  if (lists.count == 0 || rows.rows == 0) return lists;
  const std::size_t threads = search.options.threads;
  if (search.tree) {
    fill(rows, known, lists, threads, progress, [&] {
      return [&](std::span<const double> row, NearestFew& nearest) {
        Found found{nearest};
        search.tree->findNeighbors(found, row.data(), nanoflann::SearchParams());
      };
    });
  } else if (search.forest.empty()) {
    fill(rows, known, lists, threads, progress, [&] {
      return [&](std::span<const double> row, NearestFew& nearest) { offer_all(row, known, nearest); };
    });
  } else {
    const std::size_t breadth = std::min(known.rows, std::max(least_breadth, 2 * lists.count));
    fill(rows, known, lists, threads, progress,
         [&] { return Walk(known, search.near, search.forest, breadth); });
  }
  return lists;
}

NearestLists nearest_known(const TableView& rows, const TableView& known, const NearRows& near,
                           const NearestOptions& options, ProgressGate& progress) {
  return NearestKnown(known, near, options, rows.rows).of(rows, progress);
}

}  // namespace comac
