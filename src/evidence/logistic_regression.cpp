// SPDX-License-Identifier: MIT
#include "evidence/logistic_regression.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "comac/base/error.hpp"
#include "evidence/forest_evidence.hpp"
#include "prep/matrix_json.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// More rows make slopes hardly more certain.
constexpr std::size_t most_examples = 1000;
/// Slopes that matter have settled by then.
constexpr std::size_t rounds = 100;

/// What is subtracted from each feature, and what it is divided by.
struct Units {
  Vector mean, scale;
};

Units units_of(const Matrix& x) {
  Units units{x.rowwise().mean(), Vector::Ones(x.rows())};
  const Vector spread =
      (x.colwise() - units.mean).rowwise().norm() / std::sqrt(static_cast<double>(x.cols()));
  for (Eigen::Index f = 0; f < x.rows(); ++f) {
    if (spread[f] > 1e-6 * (1e-6 + std::abs(units.mean[f]))) units.scale[f] = spread[f];
  }
  return units;
}

/// Logits to the chances of the clusters, a column for each row.
void to_chances(Matrix& logits) {
  for (Eigen::Index r = 0; r < logits.cols(); ++r) {
    logits.col(r) = (logits.col(r).array() - logits.col(r).maxCoeff()).exp();
    logits.col(r) /= logits.col(r).sum();
  }
}

/// The largest eigenvalue of X X', from above but for a hundredth.
double largest_square(const Matrix& x) {
  Vector v = Vector::Ones(x.cols()).normalized();
  double value = 0;
  for (int round = 0; round < 20; ++round) {
    const Vector next = x.transpose() * (x * v);
    value = next.norm();
    if (!(value > 0)) return 0;
    v = next / value;
  }
  return 1.01 * value;
}

/// Slopes, and as the last row offsets, by accelerated gradient steps (Nesterov). A column of x for each row
/// of the table; its last feature is 1.
Matrix fit(const Matrix& x, const Matrix& wanted) {
  const Eigen::Index d = x.rows(), k = wanted.rows();
  const double step = 1 / (0.5 * largest_square(x) + 1);
  Matrix w = Matrix::Zero(d, k), ahead = w;
  double pace = 1;
  for (std::size_t round = 0; round < rounds; ++round) {
    Matrix chance = ahead.transpose() * x;
    to_chances(chance);
    Matrix slope = x * (chance - wanted).transpose();
    slope.topRows(d - 1) += ahead.topRows(d - 1);
    const Matrix next = ahead - step * slope;
    const double next_pace = (1 + std::sqrt(1 + 4 * pace * pace)) / 2;
    ahead = next + (pace - 1) / next_pace * (next - w);
    w = next, pace = next_pace;
  }
  return w;
}

}  // namespace

EvidencePtr learn_logistic(const Lesson& lesson) {
  if (lesson.examples.size() < 2) return nullptr;
  RowFeatures features(lesson);
  const TrainingRows training = training_rows(lesson, features, most_examples);
  const auto n = static_cast<Eigen::Index>(training.count());
  const auto d = static_cast<Eigen::Index>(training.features);
  if (d == 0) return nullptr;
  const Matrix raw =
      Eigen::Map<const Eigen::MatrixXf>(training.values.data(), n, d).transpose().cast<double>();
  const Units units = units_of(raw);
  Matrix x(d + 1, n);
  x.topRows(d) = units.scale.cwiseInverse().asDiagonal() * (raw.colwise() - units.mean);
  x.row(d).setOnes();
  Matrix wanted = Matrix::Zero(static_cast<Eigen::Index>(lesson.clusters), n);
  for (Eigen::Index i = 0; i < n; ++i)
    wanted(static_cast<Eigen::Index>(training.class_of[static_cast<std::size_t>(i)]), i) = 1;
  const Matrix w = fit(x, wanted);
  const Matrix slopes = units.scale.cwiseInverse().asDiagonal() * w.topRows(d);
  const Vector offsets = w.row(d).transpose() - slopes.transpose() * units.mean;
  if (!slopes.allFinite() || !offsets.allFinite()) return nullptr;
  return std::make_shared<LogisticRegression>(std::move(features), slopes, offsets,
                                              doubt_after(training.count()));
}

std::vector<double> LogisticRegression::bits_of(const AskedRows& rows) const {
  const std::vector<float> seen = features_.of(rows);
  const auto d = static_cast<Eigen::Index>(features_.count()), n = static_cast<Eigen::Index>(rows.count());
  const Matrix x = Eigen::Map<const Eigen::MatrixXf>(seen.data(), d, n).cast<double>();
  Matrix chance = (slopes_.transpose() * x).colwise() + offsets_;
  to_chances(chance);
  std::vector<double> shares(chance.data(), chance.data() + chance.size());
  return doubted_bits(std::move(shares), clusters(), doubt_);
}

nlohmann::json LogisticRegression::to_json() const {
  return {{"features", features_.to_json()},
          {"slopes", matrix_json(slopes_)},
          {"offsets", matrix_json(offsets_)},
          {"doubt", doubt_}};
}

EvidencePtr load_logistic(const nlohmann::json& json, const Lesson& lesson) {
  RowFeatures features = RowFeatures::from_json(json.at("features"), lesson);
  Matrix slopes = matrix_from_json(json.at("slopes"));
  const Matrix offsets = matrix_from_json(json.at("offsets"));
  const auto doubt = json.at("doubt").get<double>();
  const auto k = static_cast<Eigen::Index>(lesson.clusters);
  if (slopes.rows() != static_cast<Eigen::Index>(features.count()) || slopes.cols() != k ||
      offsets.size() != k || features.columns() != lesson.rows.columns || !(doubt >= 0 && doubt <= 1))
    throw Error(ErrorCode::data, "the logistic regression of a model is of other columns or clusters");
  return std::make_shared<LogisticRegression>(std::move(features), std::move(slopes), offsets.reshaped(),
                                              doubt);
}

}  // namespace comac
