// SPDX-License-Identifier: MIT
#include "evidence/student_mixture.hpp"

#include <cmath>
#include <numbers>

namespace comac {

StudentMixture::StudentMixture(std::vector<Part> parts, double freedom)
    : parts_(std::move(parts)), freedom_(freedom) {
  for (const Part& part : parts_) {
    const auto d = static_cast<double>(part.mean.size());
    log_most_.push_back(part.log_weight + std::lgamma((freedom_ + d) / 2) - std::lgamma(freedom_ / 2) -
                        d / 2 * std::log(freedom_ * std::numbers::pi) -
                        part.root.diagonal().array().log().sum());
  }
  if (parts_.empty()) return;
  const Eigen::Index values = parts_.front().log_chances.size();
  log_chances_ = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(parts_.size()), values + 1);
  for (std::size_t c = 0; c < parts_.size(); ++c)
    log_chances_.row(static_cast<Eigen::Index>(c)).head(values) = parts_[c].log_chances;
}

void StudentMixture::log_densities(const double* columns, double* distances, double* densities,
                                   double* solved) const {
  constexpr std::size_t tile = RowTiles::rows_in_tile;
  for (std::size_t c = 0; c < clusters(); ++c) {
    const Part& part = parts_[c];
    const auto d = static_cast<std::size_t>(part.mean.size());
    double* distance = distances + c * tile;
    double* density = densities + c * tile;
    mahalanobis(columns, d, part.mean.data(), part.root.data(), solved, distance);
    const double exponent = (freedom_ + static_cast<double>(d)) / 2 * std::numbers::ln2;
    log_t(distance, freedom_, exponent, log_most_[c], density);
  }
}

void StudentMixture::add_chances(const CodedRows& codes, std::size_t first, std::size_t count,
                                 double* densities) const {
  if (codes.columns == 0) return;
  const auto k = static_cast<Eigen::Index>(clusters());
  Eigen::VectorXd sum(k);
  for (std::size_t x = 0; x < count; ++x) {
    sum.setZero();
    for (const auto place : codes.of(first + x)) sum += log_chances_.col(static_cast<Eigen::Index>(place));
    for (Eigen::Index c = 0; c < k; ++c)
      densities[static_cast<std::size_t>(c) * RowTiles::rows_in_tile + x] += sum[c];
  }
}

Eigen::MatrixXd StudentMixture::log_densities(const Eigen::MatrixXd& rows, const CodedRows& codes) const {
  const RowTiles columns(rows);
  RowTiles densities(columns.rows(), clusters());
  std::vector<double> distances(clusters() * RowTiles::rows_in_tile),
      solved(columns.kinds() * RowTiles::rows_in_tile);
  for (std::size_t t = 0; t < columns.tiles(); ++t) {
    log_densities(columns.of(t), distances.data(), densities.of(t), solved.data());
    add_chances(codes, columns.first_row(t), columns.rows_in(t), densities.of(t));
  }
  return densities.matrix();
}

}  // namespace comac
