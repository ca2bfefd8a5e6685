// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evidence/evidence.hpp"

namespace comac {

/// What labels that are certain say about the rows around them: the shares of the clusters among the labels
/// that a walk from a row meets. It goes on with chance 0.8 after each step, and a row's own label is not met
/// where it begins. A row that meets few is taken for an average one.
class LabelPropagation final : public Evidence {
 public:
  /// None where a cluster has no example: nothing is known about which rows are its own. O(steps entries K),
  /// the steps at most 21 and fewer where entries are many.
  static std::optional<LabelPropagation> around(const SparseChain& chain, std::span<const Example> examples,
                                                std::size_t clusters, std::size_t threads);

  /// The shares for all rows of the chain, a row after the other.
  std::vector<double> shares(const SparseChain& chain, std::size_t threads) const;
  /// The shares for a row that goes to these with these chances.
  std::vector<double> shares_of(std::span<const std::uint32_t> rows, std::span<const double> chances) const;

  std::string_view name() const override { return "near labels"; }
  std::size_t clusters() const override { return average_.size(); }
  std::vector<double> bits_of(const AskedRows& rows) const override;
  nlohmann::json to_json() const override;

 private:
  LabelPropagation(std::vector<float> passed, std::vector<double> average)
      : passed_(std::move(passed)), average_(std::move(average)) {}
  void share_out(std::span<double> met) const;

  std::vector<float> passed_;    // what a walk meets from each row on, that row's label included; by cluster
  std::vector<double> average_;  // what is added for each cluster
};

EvidencePtr learn_label_propagation(const Lesson& lesson);
/// It is quickly learned again.
EvidencePtr load_label_propagation(const nlohmann::json& json, const Lesson& lesson);

}  // namespace comac
