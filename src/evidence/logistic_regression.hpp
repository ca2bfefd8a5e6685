// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include "evidence/evidence.hpp"
#include "evidence/row_features.hpp"

namespace comac {

/// Multinomial logistic regression on the labelled rows, for classes that a weighted sum of columns tells.
/// Features are scaled to unit variance and slopes have a Gaussian prior of variance 1, so that few rows give
/// weak slopes.
class LogisticRegression final : public Evidence {
 public:
  LogisticRegression(RowFeatures features, Eigen::MatrixXd slopes, Eigen::VectorXd offsets, double doubt)
      : features_(std::move(features)),
        slopes_(std::move(slopes)),
        offsets_(std::move(offsets)),
        doubt_(doubt) {}

  std::string_view name() const override { return "logistic"; }
  std::size_t clusters() const override { return static_cast<std::size_t>(offsets_.size()); }
  std::vector<double> bits_of(const AskedRows& rows) const override;
  nlohmann::json to_json() const override;

 private:
  RowFeatures features_;
  Eigen::MatrixXd slopes_;  // feature by cluster
  Eigen::VectorXd offsets_;
  double doubt_;
};

EvidencePtr learn_logistic(const Lesson& lesson);
EvidencePtr load_logistic(const nlohmann::json& json, const Lesson& lesson);

}  // namespace comac
