// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "systems/points.hpp"
#include "systems/restarts.hpp"
#include "systems/side.hpp"

namespace comac {

/// Fuzzy c-means with partial supervision (Pedrycz & Waletzky 1997), exponent 2. Minimises
///   J = sum_ik u_ik^2 d_ik^2 + a sum_{i labelled, k} (u_ik - f_ik)^2 d_ik^2,  sum_k u_ik = 1,
/// f the one-hot class and a = rows / labelled rows. d_ik^2 = sum_j w_kj (x_ij - v_kj)^2 has a weight for
/// each cluster and column with product 1 over the columns, so that the scale of a column has no influence; J
/// is minimised over memberships, centres and weights in turn.
class FuzzyClusters {
 public:
  FuzzyClusters(const Points& points, const Classes& classes, std::size_t clusters);

  /// Random memberships; one-hot for labelled rows.
  Points random_memberships(Random& random) const;
  /// The weight of each row in each centre: u^2, plus a (u - f)^2 for a labelled row.
  Points weights(const Points& memberships) const;
  /// d^2 (rows x clusters) for the centres and weights that minimise J under these memberships: weights
  /// proportional to 1 / (variance of the column in the cluster + a small ridge).
  Points squared_distances(const Points& memberships) const;
  /// The memberships that minimise J for these distances. A row at distance 0 belongs to those centres alone.
  Points memberships(const Points& squared_distances) const;
  double objective(const Points& memberships, const Points& squared_distances) const;

  /// One descent from random memberships, until none changes by more than 1e-4, or 200 rounds.
  Outcome minimise(Restart& restart) const;

 private:
  /// f of a row and cluster.
  double target(std::size_t row, std::size_t cluster) const {
    return classes_.of_row[row] == cluster ? 1 : 0;
  }

  const Points& points_;
  const Classes& classes_;
  std::size_t clusters_;
  double trust_ = 0;  ///< a
  Eigen::RowVectorXd ridge_;
};

}  // namespace comac
