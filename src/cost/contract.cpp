// SPDX-License-Identifier: MIT
#include "comac/cost/contract.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace comac {
namespace {

/// Sums the entries of a row by column, then writes them out in order of column.
class RowSum {
 public:
  explicit RowSum(std::size_t columns) : sum_(columns, 0), present_(columns, 0) {}

  void add(std::uint32_t column, double value) {
    if (!present_[column]) present_[column] = 1, columns_.push_back(column);
    sum_[column] += value;
  }

  void write(SparseMatrix& matrix) {
    std::sort(columns_.begin(), columns_.end());
    for (const auto column : columns_) {
      matrix.columns.push_back(column);
      matrix.values.push_back(sum_[column]);
      sum_[column] = 0;
      present_[column] = 0;
    }
    matrix.offsets.push_back(matrix.columns.size());
    columns_.clear();
  }

 private:
  std::vector<double> sum_;
  std::vector<char> present_;
  std::vector<std::uint32_t> columns_;
};

/// Rounding may tell J(g,h) from J(h,g): both take the value of the upper triangle.
void mirror(SparseMatrix& matrix) {
  std::vector<std::size_t> next(matrix.offsets.begin(), matrix.offsets.end() - 1);
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t e = next[i]; e < matrix.offsets[i + 1]; ++e) {
      const std::uint32_t j = matrix.columns[e];
      if (j > i) matrix.values[next[j]++] = matrix.values[e];
    }
  }
}

}  // namespace

SparseChain contract(const SparseChain& chain, const Groups& groups) {
  SparseMatrix joint;
  joint.offsets.reserve(groups.count() + 1);
  joint.columns.reserve(chain.entries());  // what is not used of it is never touched
  joint.values.reserve(chain.entries());
  RowSum row(groups.count());
  for (std::size_t g = 0; g < groups.count(); ++g) {
    for (const auto x : groups.members(g)) {
      const Flows flows = chain.from(x);
      for (std::size_t e = 0; e < flows.size(); ++e) row.add(groups.group_of(flows.state[e]), flows.mass[e]);
    }
    row.write(joint);
  }
  if (!chain.symmetric()) return SparseChain::general(std::move(joint));
  mirror(joint);
  return SparseChain::reversible(std::move(joint));
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
  if (!chain.symmetric()) return SparseChain::general(std::move(joint));
  mirror(joint);
  return SparseChain::reversible(std::move(joint));
}

}  // namespace comac
