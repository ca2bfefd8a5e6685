// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "chain/dense_chain.hpp"
#include "comac/systems/system.hpp"
#include "constraints/propagate.hpp"

namespace comac::test {

/// `rows` rows around each of `count` centres on a line, each `distance` after the other in every column.
inline Table blobs(std::size_t count, std::size_t rows, double distance, std::size_t columns = 2) {
  Random random(7);
  Table table{count * rows, columns, {}, {}};
  for (std::size_t i = 0; i < table.rows; ++i) {
    for (std::size_t c = 0; c < columns; ++c) {
      table.values.push_back(random.normal() + distance * static_cast<double>(i / rows));
    }
  }
  return table;
}

/// Labels for every `step`-th row, the class being the blob.
inline SideInformation blob_labels(std::size_t count, std::size_t rows, std::size_t step) {
  SideInformation known;
  for (std::size_t c = 0; c < count; ++c) known.label_names.push_back(std::to_string(c));
  for (std::size_t i = 0; i < count * rows; i += step) {
    known.labels.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i / rows), {}});
  }
  return known;
}

inline Result run(std::string_view system, const Table& table, const SideInformation& known,
                  const Options& options) {
  const Progress silent;
  return find_system(system).run({table, known, options, silent});
}

/// A reversible chain from a symmetric matrix of weights.
inline DenseChain chain_of(const Eigen::MatrixXd& weights) {
  const auto n = static_cast<std::size_t>(weights.rows());
  const double total = weights.sum();
  SquareMatrix joint(n);
  std::vector<double> mass(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      joint.row(i)[j] = weights(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) / total;
      mass[i] += joint.row(i)[j];
    }
  }
  return DenseChain::reversible(std::move(joint), std::move(mass));
}

/// Random positive weights, 1 on the diagonal.
inline Eigen::MatrixXd random_weights(Eigen::Index n, std::uint64_t seed) {
  Random random(seed);
  Eigen::MatrixXd weights = Eigen::MatrixXd::Identity(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) weights(i, j) = weights(j, i) = std::pow(random.uniform(), 4);
  }
  return weights;
}

/// D^-1/2 W D^-1/2 of the weights without their diagonal, by the definition.
inline Eigen::MatrixXd normalised(Eigen::MatrixXd weights) {
  weights.diagonal().setZero();
  const Eigen::VectorXd scale = weights.rowwise().sum().cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * weights * scale.asDiagonal();
}

inline Eigen::MatrixXd to_eigen(const SquareMatrix& matrix) {
  const auto n = static_cast<Eigen::Index>(matrix.size());
  Eigen::MatrixXd result(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      result(i, j) = matrix(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
    }
  }
  return result;
}

inline SquareMatrix to_square(const Eigen::MatrixXd& matrix) {
  const auto n = static_cast<std::size_t>(matrix.rows());
  SquareMatrix result(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      result.row(i)[j] = matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  }
  return result;
}

/// Rows 0, 1, 2 together, 3 apart from them, 4 apart from 5.
inline SideInformation few_links() {
  SideInformation known;
  known.links = {{0, 1, LinkKind::must, {}},
                 {1, 2, LinkKind::must, {}},
                 {2, 3, LinkKind::cannot, {}},
                 {4, 5, LinkKind::cannot, {}}};
  return known;
}

/// Z of few_links for n rows: 1 together, -1 apart; `own` on the diagonal of rows that a link names.
inline Eigen::MatrixXd few_links_matrix(Eigen::Index n, double own) {
  Eigen::MatrixXd z = Eigen::MatrixXd::Zero(n, n);
  z.topLeftCorner(3, 3).setOnes();
  z.diagonal().head(6).setConstant(own);
  for (Eigen::Index i = 0; i < 3; ++i) z(i, 3) = z(3, i) = -1;
  z(4, 5) = z(5, 4) = -1;
  return z;
}

}  // namespace comac::test
