// SPDX-License-Identifier: MIT
#include "comac/cost/contract.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "comac/base/parallel.hpp"

namespace comac {
namespace {

constexpr std::size_t groups_at_once = 2048;

/// Rows of the coarse chain, each summed by column in the order in which the columns come up.
class Rows {
 public:
  Rows(std::size_t columns, std::size_t most_entries) : place_(columns, 0) {
    matrix_.columns.reserve(most_entries), matrix_.values.reserve(most_entries);
  }

  void add(std::uint32_t column, double value) {
    if (place_[column] <= begin_) {  // from an earlier row
      matrix_.columns.push_back(column);
      matrix_.values.push_back(value);
      place_[column] = static_cast<std::uint32_t>(matrix_.columns.size());
    } else {
      matrix_.values[place_[column] - 1] += value;
    }
  }
  void end_row() {
    begin_ = matrix_.columns.size();
    matrix_.offsets.push_back(begin_);
  }
  SparseMatrix take() { return std::move(matrix_); }

 private:
  SparseMatrix matrix_;
  std::size_t begin_ = 0;             // of the row
  std::vector<std::uint32_t> place_;  // by column: one more than where it is in the matrix
};

SparseMatrix some_rows(const SparseChain& chain, const Groups& groups, std::size_t begin, std::size_t end) {
  std::size_t entries = 0;
  for (std::size_t g = begin; g < end; ++g) {
    for (const auto x : groups.members(g)) entries += chain.from(x).size();
  }
  Rows rows(groups.count(), entries);
  for (std::size_t g = begin; g < end; ++g) {
    for (const auto x : groups.members(g)) {
      const Flows flows = chain.from(x);
      for (std::size_t e = 0; e < flows.size(); ++e) rows.add(groups.group_of(flows.state[e]), flows.mass[e]);
    }
    rows.end_row();
  }
  return rows.take();
}

void append(SparseMatrix& all, const SparseMatrix& part) {
  const std::size_t before = all.columns.size();
  all.columns.insert(all.columns.end(), part.columns.begin(), part.columns.end());
  all.values.insert(all.values.end(), part.values.begin(), part.values.end());
  for (std::size_t i = 1; i < part.offsets.size(); ++i) all.offsets.push_back(before + part.offsets[i]);
}

SparseChain chain_of(SparseMatrix joint, bool symmetric) {
  return symmetric ? SparseChain::reversible(std::move(joint)) : SparseChain::general(std::move(joint));
}

}  // namespace

SparseChain contract(const SparseChain& chain, const Groups& groups, std::size_t threads) {
  SparseMatrix joint;
  joint.offsets.reserve(groups.count() + 1);
  joint.columns.reserve(chain.entries());  // what is not used of it is never touched
  joint.values.reserve(chain.entries());
  std::vector<SparseMatrix> parts(2 * thread_count(threads));  // few at a time: they take memory
  const std::size_t at_once = parts.size() * groups_at_once;
  for (std::size_t first = 0; first < groups.count(); first += at_once) {
    const std::size_t count = std::min(at_once, groups.count() - first);
    parallel_for(count, groups_at_once, threads, [&](std::size_t begin, std::size_t end) {
      parts[begin / groups_at_once] = some_rows(chain, groups, first + begin, first + end);
    });
    for (SparseMatrix& part : parts) append(joint, std::exchange(part, {}));
  }
  return chain_of(std::move(joint), chain.symmetric());
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
