// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "chain/factor_chain.hpp"
#include "comac/data/table.hpp"

namespace comac {

/// What the rows of each cluster look like: a mixture of multivariate t distributions. In bits, a cluster
/// that a row fits into tells the row in few.
class RowModel {
 public:
  struct Part {
    Eigen::VectorXd mean;
    Eigen::MatrixXd root;  ///< lower triangular L, with L L' the scale matrix
    double log_weight = 0;
  };
  RowModel() = default;
  RowModel(std::vector<Part> parts, double freedom) : parts_(std::move(parts)), freedom_(freedom) {}

  std::size_t clusters() const { return parts_.size(); }
  const std::vector<Part>& parts() const { return parts_; }
  double freedom() const { return freedom_; }
  /// ln(pi_c t(x|c)) for each row x (a column here) and cluster c (a row here). O(rows K d^2).
  Eigen::MatrixXd log_densities(const Eigen::MatrixXd& rows) const;
  /// The Mahalanobis distances of the last formula, squared: |L^-1 (x - m)|^2.
  Eigen::MatrixXd distances(const Eigen::MatrixXd& rows) const;
  /// The densities of rows of so many columns at these distances.
  Eigen::MatrixXd log_densities_at(Eigen::MatrixXd distances, Eigen::Index columns) const;

 private:
  std::vector<Part> parts_;
  double freedom_ = 8;
};

/// A label that may be wrong: with chance `trust` it is drawn as its cluster's labels are, else at random.
struct DoubtedLabel {
  std::uint32_t row = 0;
  std::uint32_t label = 0;
  double trust = 1;
};

/// How labels are drawn in each cluster: what a label tells about a row, which is told with the row's values.
class LabelModel {
 public:
  LabelModel() = default;
  LabelModel(std::size_t clusters, std::size_t classes);
  /// Estimates from memberships R', cluster by row.
  void estimate(std::span<const DoubtedLabel> labels, const Eigen::MatrixXd& memberships);
  /// The chance of this label in a cluster.
  double chance(const DoubtedLabel& label, std::size_t cluster) const;
  /// What it adds to the logarithm of its row's density there.
  double nats(const DoubtedLabel& label, std::size_t cluster) const;
  /// The chance that it was not drawn at random, if the row is in that cluster.
  double meant(const DoubtedLabel& label, std::size_t cluster) const;

 private:
  Eigen::MatrixXd share_;  // of each class (a column) among what is meant in each cluster
};

/// Rows, their chain, and where each begins.
struct RowModelTask {
  const Eigen::MatrixXd& rows;  ///< a column for each row of the table
  const FactorChain& chain;
  std::size_t clusters = 2;
  std::span<const std::uint32_t> start;  ///< the cluster of each row
  const std::vector<bool>& fixed;        ///< rows that stay in it
  std::span<const DoubtedLabel> doubted = {};
  double freedom = 8;       ///< of the t distributions: 8 have heavy tails, 30 hardly any
  std::size_t classes = 0;  ///< of the doubted labels
};

struct RowFit {
  RowModel model;
  LabelModel labels;
  Eigen::MatrixXd memberships;  ///< cluster by row
  double objective = 0;         ///< nats, larger is better
  double log_likelihood = 0;    ///< of the rows, nats
};

/// Fits the mixture and soft memberships R together, by at most `rounds` rounds of EM on
///   F = sum over x of ln sum over c of pi_c t(x|c) p(label of x|c) + N ln 2 I(R),
/// the code length of the rows, with labels that are doubted, and the information of the softly grouped
/// chain, in one unit. Covariances shrink towards the form that all clusters share in the cluster's own
/// width, so small clusters are safe; nothing changes under affine maps of the columns but for a little
/// ridge.
RowFit fit_row_model(const RowModelTask& task, std::size_t rounds);
/// Goes on from memberships.
RowFit fit_row_model(const RowModelTask& task, Eigen::MatrixXd memberships, std::size_t rounds);

/// Nats that it takes to tell a row, on average, if its density is estimated from the other rows near it
/// (a Gaussian kernel of the best width, the row itself left out). Where this is shorter than what the
/// mixture takes, clusters are no blobs. Judged by at most 256 rows, evenly taken, among at most 4000.
double neighbour_code_length(const Eigen::MatrixXd& rows, double typical_distance);
/// The same for the mixture, on the same rows.
double mixture_code_length(const RowModel& model, const Eigen::MatrixXd& rows);

}  // namespace comac
