// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "systems/points.hpp"
#include "systems/side.hpp"

namespace comac {

/// A Gaussian mixture with free proportions and covariances volume_k * shape, |shape| = 1: Rmixmod's model
/// pk_Lk_C.
struct Mixture {
  Eigen::VectorXd proportions;
  Points means;  ///< components x columns
  Eigen::VectorXd volumes;
  Eigen::MatrixXd shape;
};

/// EM for a mixture in which labelled rows stay in the component of their class.
class MixtureEm {
 public:
  MixtureEm(const Points& points, const Classes& classes, std::size_t components);

  /// Random rows as means, equal proportions, the variances of the columns as common covariance.
  Mixture random_start(Random& random) const;

  /// Posteriors (rows x components; one-hot for a labelled row) and the log likelihood of rows and labels.
  /// O(rows * components * columns^2).
  double expect(const Mixture& mixture, Points& posteriors) const;

  /// The next mixture: weighted means and scatters W_k, then 5 rounds of R = sum W_k / volume_k,
  /// shape = R / |R|^(1/d), volume_k = tr(W_k shape^-1) / (d n_k), but at least 1/1000 of that of all rows. A
  /// component without weight keeps its mean and volume.
  Mixture maximise(const Mixture& before, const Points& posteriors) const;

  /// The most probable component of each row, its class where that is known.
  std::vector<std::uint32_t> most_probable(const Points& posteriors) const;

 private:
  const Points& points_;
  const Classes& classes_;
  std::size_t components_;
  Eigen::RowVectorXd variances_;  ///< of the columns, 1 for a constant one
  double volume_ = 0;             ///< their geometric mean
};

}  // namespace comac
