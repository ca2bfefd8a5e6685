// SPDX-License-Identifier: MIT
#pragma once

#include "evidence/evidence.hpp"
#include "evidence/extra_trees.hpp"
#include "evidence/row_features.hpp"

namespace comac {

/// What a forest that was trained on the labelled rows says about the others.
class ForestEvidence final : public Evidence {
 public:
  ForestEvidence(RowFeatures features, ExtraTrees forest, double doubt)
      : features_(std::move(features)), forest_(std::move(forest)), doubt_(doubt) {}

  std::string_view name() const override { return "trees"; }
  std::size_t clusters() const override { return forest_.classes(); }
  std::vector<double> bits_of(const AskedRows& rows) const override;
  std::vector<double> column_shares() const override;
  nlohmann::json to_json() const override;

 private:
  RowFeatures features_;
  ExtraTrees forest_;
  double doubt_;
};

EvidencePtr learn_forest(const Lesson& lesson);
EvidencePtr load_forest(const nlohmann::json& json, const Lesson& lesson);

/// What classifiers are trained on: at most `most` of the examples, evenly.
TrainingRows training_rows(const Lesson& lesson, const RowFeatures& features, std::size_t most);

}  // namespace comac
