// SPDX-License-Identifier: MIT
#include "cost/contract.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/parallel.hpp"

namespace comac {
namespace {

constexpr std::size_t groups_at_once = 4096;

/// Some rows of the coarse chain, each summed by column in the order in which the columns come up.
class Rows {
 public:
  explicit Rows(std::size_t columns) : place_(columns, 0) {}

  /// Makes anew the rows of groups begin to end.
  void make(const SparseChain& chain, const Groups& groups, std::size_t begin, std::size_t end) {
    clear();
    for (std::size_t g = begin; g < end; ++g) {
      begin_ = made();
      for (const auto x : groups.members(g)) {
        const Flows flows = chain.from(x);
        for (std::size_t e = 0; e < flows.size(); ++e) add(groups.group_of(flows.state[e]), flows.mass[e]);
      }
      matrix_.offsets.push_back(matrix_.columns.size());
    }
  }
  const SparseMatrix& matrix() const { return matrix_; }
  void clear() {
    before_ += static_cast<std::uint32_t>(matrix_.columns.size());
    if (before_ > UINT32_MAX / 2) std::ranges::fill(place_, before_ = 0);
    matrix_.offsets.resize(1), matrix_.columns.clear(), matrix_.values.clear();
  }

 private:
  void add(std::uint32_t column, double value) {
    if (place_[column] <= begin_) {  // from an earlier row
      matrix_.columns.push_back(column);
      matrix_.values.push_back(value);
      place_[column] = made();
    } else {
      matrix_.values[place_[column] - before_ - 1] += value;
    }
  }

  std::uint32_t made() const { return before_ + static_cast<std::uint32_t>(matrix_.columns.size()); }

  SparseMatrix matrix_;
  std::uint32_t before_ = 0;          // entries of all that was made before, so that places only grow
  std::uint32_t begin_ = 0;           // of the row
  std::vector<std::uint32_t> place_;  // by column: how many entries were made when it was put last
};

void append(SparseMatrix& all, std::vector<Rows>& parts, std::size_t threads) {
  std::vector<std::size_t> begin{all.columns.size()};
  for (const Rows& part : parts) {
    const auto& offsets = part.matrix().offsets;
    for (std::size_t i = 1; i < offsets.size(); ++i) all.offsets.push_back(begin.back() + offsets[i]);
    begin.push_back(begin.back() + offsets.back());
  }
  all.columns.resize(begin.back()), all.values.resize(begin.back());
  parallel_for(parts.size(), 1, threads, [&](std::size_t p, std::size_t) {
    std::ranges::copy(parts[p].matrix().columns, all.columns.data() + begin[p]);
    std::ranges::copy(parts[p].matrix().values, all.values.data() + begin[p]);
    parts[p].clear();
  });
}

SparseChain chain_of(SparseMatrix joint, bool symmetric, std::size_t threads = 1) {
  return symmetric ? SparseChain::reversible(std::move(joint), threads)
                   : SparseChain::general(std::move(joint));
}

}  // namespace

SparseChain contract(const SparseChain& chain, const Groups& groups, std::size_t threads) {
  SparseMatrix joint;
  joint.offsets.reserve(groups.count() + 1);
  joint.columns.reserve(chain.entries());  // what is not used of it is never touched
  joint.values.reserve(chain.entries());
  std::vector<Rows> parts(thread_count(threads), Rows(groups.count()));
  const std::size_t at_once = parts.size() * groups_at_once;
  for (std::size_t first = 0; first < groups.count(); first += at_once) {
    const std::size_t count = std::min(at_once, groups.count() - first);
    parallel_for(count, groups_at_once, threads, [&](std::size_t begin, std::size_t end) {
      parts[begin / groups_at_once].make(chain, groups, first + begin, first + end);
    });
    append(joint, parts, threads);
  }
  return chain_of(std::move(joint), chain.symmetric(), threads);
}

SparseChain contract(const DenseChain& chain, const Groups& groups) {
  SparseMatrix joint;
  std::vector<double> sum(groups.count());
  for (std::size_t g = 0; g < groups.count(); ++g) {
    std::fill(sum.begin(), sum.end(), 0.0);
    for (const auto x : groups.members(g)) {
      for (std::size_t other = 0; other < chain.states(); ++other) {
        sum[groups.group_of(other)] += chain.from(x)[other];
      }
    }
    for (std::uint32_t h = 0; h < sum.size(); ++h) {
      if (sum[h] > 0) joint.columns.push_back(h), joint.values.push_back(sum[h]);
    }
    joint.offsets.push_back(joint.columns.size());
  }
  return chain_of(std::move(joint), chain.symmetric());
}

}  // namespace comac
