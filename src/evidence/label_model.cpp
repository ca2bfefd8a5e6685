// SPDX-License-Identifier: MIT
#include "evidence/label_model.hpp"

#include <algorithm>
#include <cmath>

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Index = Eigen::Index;

constexpr double doubted_weight =
    3;  // of a label in bits of its row: at 1 the chain outvotes labels that are right

}  // namespace

LabelModel::LabelModel(std::size_t clusters, std::size_t classes)
    : share_(Matrix::Constant(static_cast<Index>(clusters), static_cast<Index>(classes),
                              1 / std::max(1.0, static_cast<double>(classes)))) {}

void LabelModel::estimate(std::span<const DoubtedLabel> labels, const Matrix& memberships) {
  Matrix count =
      Matrix::Constant(share_.rows(), share_.cols(), 1 / std::max(1.0, static_cast<double>(share_.cols())));
  for (const DoubtedLabel& label : labels) {
    for (Index c = 0; c < share_.rows(); ++c)
      count(c, label.label) += memberships(c, label.row) * meant(label, static_cast<std::size_t>(c));
  }
  share_ = count.array().colwise() / count.rowwise().sum().array();
}

double LabelModel::chance(const DoubtedLabel& label, std::size_t cluster) const {
  const double at_random = (1 - label.trust) / static_cast<double>(share_.cols());
  return label.trust * share_(static_cast<Index>(cluster), label.label) + at_random;
}

double LabelModel::nats(const DoubtedLabel& label, std::size_t cluster) const {
  return doubted_weight * std::log(chance(label, cluster));
}

double LabelModel::meant(const DoubtedLabel& label, std::size_t cluster) const {
  return label.trust * share_(static_cast<Index>(cluster), label.label) / chance(label, cluster);
}

}  // namespace comac
