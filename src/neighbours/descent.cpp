// SPDX-License-Identifier: MIT
#include "neighbours/descent.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

#include "base/parallel.hpp"
#include "neighbours/kernels.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 512;
constexpr auto relaxed = std::memory_order_relaxed;

std::uint32_t scattered(std::uint32_t row) { return row * 2654435769U; }

/// New rows first, then in an order that has nothing to do with where they are.
bool goes_first(std::uint32_t a, std::uint32_t b) {
  const bool a_new = a & is_new, b_new = b & is_new;
  return a_new != b_new ? a_new : scattered(a) < scattered(b);
}

/// One thread's part of a round.
template <class Real>
class Round {
 public:
  Round(const Points<Real>& points, const CandidateLists<Real>& lists, const ReverseLists& reverse,
        std::size_t most_reverse)
      : points_(points), lists_(lists), reverse_(reverse) {
    const std::size_t most = (lists.count + most_reverse) * (lists.count + 1);
    seen_.resize(std::bit_ceil(2 * most));
    candidates_.resize(most);
    distances_.resize(most);
    shift_ = 32 - static_cast<int>(std::bit_width(seen_.size() - 1));
  }

  /// Puts the list of row i after this round into `next`, which may not be the list itself, and `distance`,
  /// which is.
  std::size_t visit(std::uint32_t i, std::uint32_t* next, Real* distance) {
    const std::uint32_t* own = lists_.row.data() + i * lists_.count;
    std::fill(seen_.begin(), seen_.end(), i);
    for (std::size_t n = 0; n < lists_.count; ++n) {
      next[n] = own[n] & row_mask;
      seen_[slot(next[n])] = next[n];
    }
    found_ = 0;
    for (const std::uint32_t entry : reverse_.of(i)) look_at(entry & row_mask, true);
    for (std::size_t n = 0; n < lists_.count; ++n) look_around(own[n]);
    for (const std::uint32_t entry : reverse_.of(i)) look_around(entry);
    distances_to(points_, points_.row(i), candidates_.data(), found_, distances_.data());
    OpenList<Real> list(next, distance, lists_.count);
    for (std::size_t n = 0; n < found_; ++n) {
      if (distances_[n] <= list.bound() && candidates_[n] != i) list.offer(distances_[n], candidates_[n]);
    }
    std::size_t came = 0;
    for (std::size_t n = 0; n < lists_.count; ++n) came += next[n] >> 31;
    return came;
  }

  /// Rows to come: their neighbours' lists on their way into the cache.
  void prefetch(std::uint32_t i) const {
    const std::uint32_t* own = lists_.row.data() + i * lists_.count;
    for (std::size_t n = 0; n < lists_.count; ++n) prefetch_list(own[n]);
    for (const std::uint32_t entry : reverse_.of(i)) prefetch_list(entry);
  }

 private:
  void prefetch_list(std::uint32_t entry) const {
    const std::uint32_t* list = lists_.row.data() + (entry & row_mask) * lists_.count;
    __builtin_prefetch(list);
    __builtin_prefetch(list + lists_.count - 1);
  }

  std::size_t slot(std::uint32_t row) const { return scattered(row) >> shift_; }

  /// A row that was seen before is left out. The table forgets a row, even row i, when another takes its
  /// slot: then it is measured again. No branches: half of all rows have been seen.
  void look_at(std::uint32_t row, bool wanted) {
    std::uint32_t& seen = seen_[slot(row)];
    const bool take = wanted & (seen != row);
    candidates_[found_] = row;
    found_ += take;
    seen = take ? row : seen;
  }

  void look_around(std::uint32_t entry) {
    const bool all = entry & is_new;
    const std::uint32_t* list = lists_.row.data() + (entry & row_mask) * lists_.count;
    for (std::size_t n = 0; n < lists_.count; ++n) {
      const std::uint32_t row = list[n] & row_mask;
      look_at(row, all | (list[n] >> 31));
      __builtin_prefetch(points_.row(row));
    }
  }

  const Points<Real>& points_;
  const CandidateLists<Real>& lists_;
  const ReverseLists& reverse_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::uint32_t> candidates_;
  std::vector<Real> distances_;
  std::size_t found_ = 0;
  int shift_ = 0;
};

}  // namespace

template <class Real>
ReverseLists::ReverseLists(const CandidateLists<Real>& lists, std::size_t most, std::size_t threads,
                           const RowsDone& done)
    : begin_(lists.rows + 1, 0), row_(lists.row.size()), kept_(lists.rows) {
  parallel_for(lists.rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin * lists.count; n < end * lists.count; ++n) {
      std::atomic_ref(begin_[(lists.row[n] & row_mask) + std::size_t{1}]).fetch_add(1, relaxed);
    }
    done(0);
  });
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  parallel_for(lists.rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin * lists.count; n < end * lists.count; ++n) {
      const std::uint32_t entry = lists.row[n];
      const auto i = static_cast<std::uint32_t>(n / lists.count);
      row_[std::atomic_ref(next[entry & row_mask]).fetch_add(1, relaxed)] = i | (entry & is_new);
    }
    done(0);
  });
  parallel_for(lists.rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) keep_some(lists, i, most);
    done(end - begin);
  });
}

/// Threads have filled the list in any order; which rows are kept doesn't depend on it.
template <class Real>
void ReverseLists::keep_some(const CandidateLists<Real>& lists, std::size_t i, std::size_t most) {
  const auto first = row_.begin() + static_cast<std::ptrdiff_t>(begin_[i]);
  auto last = row_.begin() + static_cast<std::ptrdiff_t>(begin_[i + 1]);
  const std::uint32_t* own = lists.row.data() + i * lists.count;
  last = std::remove_if(first, last,
                        [&](std::uint32_t entry) { return holds(own, lists.count, entry & row_mask); });
  if (static_cast<std::size_t>(last - first) > most) {
    std::nth_element(first, first + static_cast<std::ptrdiff_t>(most), last, goes_first);
    last = first + static_cast<std::ptrdiff_t>(most);
  }
  kept_[i] = static_cast<std::uint32_t>(last - first);
}

template <class Real>
std::size_t descend(const Points<Real>& points, std::size_t most_reverse, std::size_t threads,
                    const RowsDone& done, CandidateLists<Real>& lists) {
  const ReverseLists reverse(lists, most_reverse, threads, done);
  UnfilledVector<std::uint32_t> next(lists.row.size());
  std::atomic<std::size_t> came = 0;
  parallel_for(lists.rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    Round<Real> round(points, lists, reverse, most_reverse);
    std::size_t changes = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (i + 1 < end) round.prefetch(static_cast<std::uint32_t>(i + 1));
      changes += round.visit(static_cast<std::uint32_t>(i), next.data() + i * lists.count,
                             lists.distance.data() + i * lists.count);
    }
    came += changes;
    done(6 * (end - begin));
  });
  lists.row.swap(next);
  return came;
}

template std::size_t descend(const Points<float>&, std::size_t, std::size_t, const RowsDone&,
                             CandidateLists<float>&);
template std::size_t descend(const Points<double>&, std::size_t, std::size_t, const RowsDone&,
                             CandidateLists<double>&);

}  // namespace comac
