// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "base/progress_gate.hpp"
#include "base/random.hpp"

namespace comac {

/// Rows with their classes, to learn from.
struct TrainingRows {
  std::size_t features = 0;
  std::vector<float> values;  ///< a feature after the other, that of all rows
  std::vector<std::uint32_t> class_of;
  std::size_t classes = 2;

  std::size_t count() const { return class_of.size(); }
  const float* of(std::size_t feature) const { return values.data() + feature * count(); }
};

/// One extremely randomised tree (Geurts, Ernst and Wehenkel 2006): at each node a threshold is drawn for
/// each of half of the features that differ there, and the split with the least Gini impurity is taken, until
/// a node holds one class.
class ExtraTree {
 public:
  ExtraTree() = default;
  /// O(rows log rows features). Adds to `gained`, for each feature, the impurity that its splits removed.
  ExtraTree(const TrainingRows& rows, Random& random, std::vector<double>& gained);

  /// Adds the shares of the classes among the training rows that end where this one does.
  void add_shares(const float* row, std::span<double> shares) const;
  std::size_t nodes() const { return feature_.size(); }

 private:
  friend class ExtraTrees;
  friend class TreeGrower;
  static constexpr std::uint32_t leaf = UINT32_MAX;
  std::vector<std::uint32_t> feature_;  // or leaf
  std::vector<float> threshold_;        // rows up to it go to the first child
  std::vector<std::uint32_t> child_;    // the first, the second follows; of a leaf where its shares stand
  std::vector<float> shares_;           // of the leaves, `classes` each
};

/// A forest of them. Each tree has random numbers of its own, so that the result is the same for any number
/// of threads.
class ExtraTrees {
 public:
  ExtraTrees() = default;
  ExtraTrees(const TrainingRows& rows, std::size_t trees, std::uint64_t seed, std::size_t threads,
             ProgressGate* progress = nullptr);

  std::size_t classes() const { return class_shares_.size(); }
  std::size_t trees() const { return trees_.size(); }
  /// The mean of the trees' shares and, as one tree more, of the classes among all training rows.
  void shares(const float* row, std::span<double> out) const;
  /// How much of the impurity that was removed each feature removed; they sum to 1, or are all 0.
  const std::vector<double>& gained() const { return gained_; }

  nlohmann::json to_json() const;
  /// Throws Error(data) or json::exception for what to_json() cannot have written.
  static ExtraTrees from_json(const nlohmann::json& json);

 private:
  std::vector<double> class_shares_, gained_;
  std::vector<ExtraTree> trees_;
};

}  // namespace comac
