// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chain/low_rank_chain.hpp"
#include "evidence/label_model.hpp"
#include "evidence/student_mixture.hpp"

namespace comac {

/// Rows, their chain, and where each begins.
struct MixtureTask {
  const Eigen::MatrixXd& rows;  ///< the numbers: a column for each row of the table
  const LowRankChain& chain;
  std::size_t clusters = 2;
  std::span<const std::uint32_t> start;  ///< the cluster of each row
  const std::vector<bool>& fixed;        ///< rows that stay in it
  std::span<const DoubtedLabel> doubted = {};
  double freedom = 8;       ///< of the t distributions: 8 have heavy tails, 30 hardly any
  std::size_t classes = 0;  ///< of the doubted labels
  /// The variance of each column that is nothing but rounding, see rounding_of(); none: 0.
  std::span<const double> rounding = {};
  const CodedRows* codes = nullptr;             ///< the discrete columns; none if there are none
  double label_weight = 5;                      ///< of a row whose cluster is known, among others
  const std::vector<bool>* left_out = nullptr;  ///< rows that nothing is learned from; none if null
};

/// A column that steps by d, as 0 and 1 do, tells its values to within d: d^2 / 12 of its variance is
/// rounding. The step is the least difference of two values. A column of the matrix for each row. O(rows log
/// rows) each.
std::vector<double> rounding_of(const Eigen::MatrixXd& rows);

struct MixtureFit {
  StudentMixture model;
  LabelModel labels;
  Eigen::MatrixXd memberships;  ///< cluster by row
  double objective = 0;         ///< nats, larger is better
  double log_likelihood = 0;    ///< of the rows, nats
};

/// Fits the mixture and soft memberships R together, by at most `rounds` rounds of EM on
///   F = sum over x of ln sum over c of pi_c t(x|c) p(label of x|c) + N ln 2 I(R),
/// the code length of the rows, with labels that are doubted, and the information of the softly grouped
/// chain, in one unit. Covariances shrink towards the form that all clusters share in the cluster's own
/// width, and chances of values towards those in all rows, so small clusters are safe; nothing changes under
/// affine maps of the columns but for a little ridge.
MixtureFit fit_mixture(const MixtureTask& task, std::size_t rounds);
/// Goes on from memberships.
MixtureFit fit_mixture(const MixtureTask& task, const Eigen::MatrixXd& memberships, std::size_t rounds);

}  // namespace comac
