// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "systems/points.hpp"

namespace comac {

/// Two rows that are said to belong together or apart, or that are near.
struct RowPair {
  std::uint32_t first = 0, second = 0;
  double weight = 1;  ///< negative: apart
};

/// What d-graph trades off (Smieja, Myronov & Tabor 2018).
struct DGraphWeights {
  double graph = 1;       ///< of near rows that share their cluster, and of clusters of equal weight
  double penalty = 1e-3;  ///< of the squares of the coefficients
};

/// p(k|x) = softmax of w_k . phi(x) + b_k, and what is to be minimised:
///   - (expected share of pairs that are kept)
///   - graph * (expected share of near pairs that share a cluster, by weight; + H(mean p) / log K)
///   + penalty * |w|^2.
/// Coefficients are one vector: for each cluster those of its features, then b.
class DGraphObjective {
 public:
  /// `features` and the pairs must outlive it.
  DGraphObjective(const Points& features, std::size_t clusters, const std::vector<RowPair>& pairs,
                  const std::vector<RowPair>& near, const DGraphWeights& weights);

  std::size_t coefficients() const { return static_cast<std::size_t>((features_.cols() + 1) * clusters_); }
  /// Rows x clusters.
  Points probabilities(const Eigen::VectorXd& coefficients) const;
  /// The value; writes the gradient.
  double operator()(const Eigen::VectorXd& coefficients, Eigen::VectorXd& gradient) const;

 private:
  double add_pairs(const Points& p, Points& slope) const;
  double add_graph(const Points& p, Points& slope) const;

  const Points& features_;
  Eigen::Index clusters_;
  const std::vector<RowPair>& pairs_;
  const std::vector<RowPair>& near_;
  DGraphWeights weights_;
  double near_weight_ = 0;  ///< of all near pairs
};

/// The mean probability that pairs are as they say; 0 without pairs.
double expected_share(const Points& probabilities, const std::vector<RowPair>& pairs);

}  // namespace comac
