// SPDX-License-Identifier: MIT
#include "neighbours/leaf_pairs.hpp"

#include <span>

#include "base/parallel.hpp"
#include "neighbours/kernels.hpp"

namespace comac {
namespace {

constexpr std::size_t leaves_at_once = 8;

/// One thread's leaves.
template <class Real>
class LeafPairs {
 public:
  LeafPairs(const Points<Real>& points, CandidateLists<Real>& lists) : points_(points), lists_(lists) {}

  void offer(std::span<const std::uint32_t> rows) {
    lay_out(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      distances_by_column(columns_.data(), points_.columns(), width_, points_.row(rows[i]),
                          distances_.data());
      const std::size_t first = rows[i] * lists_.count;
      OpenList<Real> list(lists_.row.data() + first, lists_.distance.data() + first, lists_.count);
      for (std::size_t j = 0; j < rows.size(); ++j) {
        if (distances_[j] <= list.bound() && j != i) list.offer(distances_[j], rows[j]);
      }
    }
  }

 private:
  void lay_out(std::span<const std::uint32_t> rows) {
    constexpr std::size_t tile = 2 * Points<Real>::lanes;
    width_ = (rows.size() + tile - 1) / tile * tile;
    columns_.assign(points_.columns() * width_, 0);
    distances_.resize(width_);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Real* row = points_.row(rows[r]);
      for (std::size_t c = 0; c < points_.columns(); ++c) columns_[c * width_ + r] = row[c];
    }
  }

  const Points<Real>& points_;
  CandidateLists<Real>& lists_;
  std::size_t width_ = 0;
  std::vector<Real> columns_;  // of the leaf's rows, so that a loop over rows is contiguous
  std::vector<Real> distances_;
};

}  // namespace

template <class Real>
void offer_leaves(const Points<Real>& points, const RandomTree& tree, std::size_t threads,
                  const RowsDone& done, CandidateLists<Real>& lists) {
  parallel_for(tree.leaves.size(), leaves_at_once, threads, [&](std::size_t begin, std::size_t end) {
    LeafPairs<Real> pairs(points, lists);
    for (std::size_t l = begin; l < end; ++l) {
      const auto [first, last] = tree.leaves[l];
      pairs.offer({tree.order.data() + first, last - first});
    }
    done(tree.leaves[end - 1].second - tree.leaves[begin].first);
  });
}

template void offer_leaves(const Points<float>&, const RandomTree&, std::size_t, const RowsDone&,
                           CandidateLists<float>&);
template void offer_leaves(const Points<double>&, const RandomTree&, std::size_t, const RowsDone&,
                           CandidateLists<double>&);

}  // namespace comac
