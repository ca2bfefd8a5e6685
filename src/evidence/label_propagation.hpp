// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "chain/sparse_chain.hpp"
#include "comac/constraints/side_information.hpp"
#include "cost/row_term.hpp"

namespace comac {

/// What labels that are certain say about the rows around them: the shares of the clusters among the labels
/// that a walk from a row meets. It goes on with chance 0.8 after each step, and a row's own label is not met
/// where it begins. A row that meets few is taken for an average one.
class LabelPropagation {
 public:
  /// `cluster_of` is that of each row, labelled ones where their label has them. None where a cluster has no
  /// such label: nothing is known about which rows are its own. O(steps entries K), the steps at most 21 and
  /// fewer where entries are many.
  static std::optional<LabelPropagation> around(const SparseChain& chain, const std::vector<Label>& labels,
                                                std::span<const std::uint32_t> cluster_of,
                                                std::size_t clusters, std::size_t threads);

  /// The shares for all rows of the chain, a row after the other.
  std::vector<double> shares(const SparseChain& chain, std::size_t threads) const;
  /// The shares for a row that goes to these with these chances.
  std::vector<double> shares_of(std::span<const std::uint32_t> rows, std::span<const double> chances) const;
  /// Half the bits that the shares charge each row in each cluster, for a row is one of many: a term of the
  /// cost, by which rows near a labelled one follow it.
  RowBits bits(const SparseChain& chain, std::size_t threads) const;

 private:
  LabelPropagation(std::vector<float> passed, std::vector<double> average)
      : passed_(std::move(passed)), average_(std::move(average)) {}
  void share_out(std::span<double> met) const;

  std::vector<float> passed_;    // what a walk meets from each row on, that row's label included; by cluster
  std::vector<double> average_;  // what is added for each cluster
};

}  // namespace comac
