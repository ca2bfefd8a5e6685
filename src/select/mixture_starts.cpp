// SPDX-License-Identifier: MIT
#include "select/mixture_starts.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>
#include <utility>

#include "select/starts.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Index = Eigen::Index;
using Clusters = std::vector<std::uint32_t>;

/// Columns of unit variance.
Matrix standardised(const Matrix& rows) {
  const Eigen::VectorXd mean = rows.rowwise().mean();
  const Eigen::VectorXd deviation =
      ((rows.colwise() - mean).rowwise().squaredNorm() / static_cast<double>(rows.cols())).cwiseSqrt();
  return (rows.colwise() - mean).array().colwise() / (deviation.array() + 1e-300);
}

/// Of all rows.
Matrix covariance_of(const Matrix& rows) {
  const Matrix centred = rows.colwise() - rows.rowwise().mean();
  return centred * centred.transpose() / static_cast<double>(rows.cols());
}

/// Within the clusters of rows whose cluster is known; as if some more, one for each column, were as all rows
/// are.
Matrix covariance_within(const Matrix& rows, std::size_t clusters, std::span<const std::uint32_t> known) {
  Matrix sum = static_cast<double>(rows.rows()) * covariance_of(rows);
  auto count = static_cast<double>(rows.rows());
  for (std::uint32_t c = 0; c < clusters; ++c) {
    std::vector<Index> members;
    for (std::size_t x = 0; x < known.size(); ++x) {
      if (known[x] == c) members.push_back(static_cast<Index>(x));
    }
    if (members.empty()) continue;
    sum += static_cast<double>(members.size()) * covariance_of(rows(Eigen::all, members));
    count += static_cast<double>(members.size());
  }
  return sum / count;
}

/// Directions of unit variance, without correlation, if the covariance is this.
Matrix whitened(const Matrix& rows, const Matrix& covariance) {
  if (rows.rows() == 0) return rows;
  const Matrix centred = rows.colwise() - rows.rowwise().mean();
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(covariance);
  const double least = 1e-9 * solver.eigenvalues().maxCoeff() + 1e-300;  // collinear columns stay small
  const Matrix turned = solver.eigenvectors().transpose() * centred;
  return turned.array().colwise() / solver.eigenvalues().array().max(least).sqrt();
}

/// The columns, of unit variance, that fall into groups by themselves the most, at most so many:
/// (skewness^2 + 1) / kurtosis is 1/3 of a normal distribution, 5/9 of an even one, 1 of two values.
std::vector<Index> grouped_columns(const Matrix& columns, std::size_t most) {
  const Eigen::VectorXd third = columns.array().cube().rowwise().mean(),
                        fourth = columns.array().square().square().rowwise().mean();
  const Eigen::VectorXd groups = (third.array().square() + 1) / (fourth.array() + 1e-300);
  std::vector<Index> order(static_cast<std::size_t>(columns.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](Index c) { return fourth[c] > 0 ? groups[c] : 0; });
  order.resize(std::min(order.size(), most));
  return order;
}

}  // namespace

MeansStarts::MeansStarts(const StartingRows& rows, std::size_t clusters, std::size_t of_a_kind,
                         Clusters known)
    : clusters_(clusters),
      of_a_kind_(of_a_kind),
      known_(std::move(known)),
      columns_(standardised(rows.all)),
      directions_(whitened(rows.all, covariance_of(rows.all))),
      single_(standardised(rows.numbers)) {
  if (std::ranges::all_of(known_, [](std::uint32_t c) { return c == unknown_cluster; })) known_.clear();
  if (!known_.empty()) within_ = whitened(rows.all, covariance_within(rows.all, clusters, known_));
}

std::vector<Clusters> MeansStarts::first(Random& random) const {
  std::vector<Clusters> starts;
  add_drawn(random, starts);
  for (const Index c : grouped_columns(single_, of_a_kind_)) {
    const Eigen::VectorXd column = single_.row(c);
    starts.push_back(means_start({column.begin(), column.end()}, clusters_));
  }
  add_known(random, starts);
  return starts;
}

std::vector<Clusters> MeansStarts::again(Random& random) const {
  std::vector<Clusters> starts;
  add_drawn(random, starts);
  add_known(random, starts);
  return starts;
}

Clusters MeansStarts::by_means(const Matrix& values, std::span<const std::uint32_t> held,
                               Random& random) const {
  return means_start({values.data(), values.data() + values.size()}, static_cast<std::size_t>(values.rows()),
                     clusters_, random, held);
}

void MeansStarts::add_drawn(Random& random, std::vector<Clusters>& starts) const {
  for (std::size_t i = 0; i < of_a_kind_; ++i) {
    starts.push_back(by_means(columns_, {}, random));
    starts.push_back(by_means(directions_, {}, random));
  }
}

void MeansStarts::add_known(Random& random, std::vector<Clusters>& starts) const {
  if (known_.empty()) return;
  for (const Matrix* values : {&columns_, &directions_, &within_})
    starts.push_back(by_means(*values, known_, random));
}

}  // namespace comac
