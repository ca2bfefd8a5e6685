// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"

namespace comac {

/// Groupings of rows, a column of the matrix each, by k-means: some in columns of unit variance; some in
/// directions of unit variance without correlation, which depend on neither units nor correlations of the
/// columns, so that long clusters side by side are among them; and some in single columns, those that fall
/// into groups by themselves the most: where other columns only hide the clusters, no distance by all of them
/// finds these. Where clusters of some rows are known (unknown_cluster of the others), some more that begin
/// with these: in columns, in directions, and in directions of unit variance within the known clusters.
struct StartingRows {
  const Eigen::MatrixXd& all;      ///< all columns
  const Eigen::MatrixXd& numbers;  ///< those of which single ones are looked at: no discrete ones
};

class MeansStarts {
 public:
  using Clusters = std::vector<std::uint32_t>;

  MeansStarts(const StartingRows& rows, std::size_t clusters, std::size_t of_a_kind,
              std::vector<std::uint32_t> known = {});
  /// As many of each kind as was said.
  std::vector<Clusters> first(Random& random) const;
  /// The same again but for single columns, which are no different another time.
  std::vector<Clusters> again(Random& random) const;

 private:
  Clusters by_means(const Eigen::MatrixXd& values, std::span<const std::uint32_t> held, Random& random) const;
  void add_drawn(Random& random, std::vector<Clusters>& starts) const;
  void add_known(Random& random, std::vector<Clusters>& starts) const;

  std::size_t clusters_, of_a_kind_;
  Clusters known_;  // none if no cluster is
  Eigen::MatrixXd columns_, directions_, within_, single_;
};

}  // namespace comac
