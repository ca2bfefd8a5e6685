// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "constraints/propagate.hpp"
#include "systems/c_gmm/exclusive_network.hpp"
#include "systems/gaussian.hpp"
#include "systems/points.hpp"
#include "systems/restarts.hpp"

namespace comac {

/// EM for a Gaussian mixture with full covariances under must-links and cannot-links (Shental et al. 2004).
/// A must-link group has one component; its share alpha counts once a group. Cannot-links make a Markov
/// network over the groups, whose marginals weigh the rows.
class ConstrainedMixture {
 public:
  ConstrainedMixture(const Points& points, const Constraints& constraints, std::size_t components);

  struct Parameters {
    Eigen::VectorXd alpha;
    std::vector<Gaussian> densities;
  };

  /// From responsibilities of the rows (rows x components). alpha is the mean over the groups. A component
  /// without weight becomes the density of all rows.
  Parameters maximise(const Points& row_weights) const;
  /// ln (alpha_l prod N(x; l)) over the rows of each group (groups x components).
  Points log_weights(const Parameters& parameters) const;
  const ExclusiveNetwork& network() const { return network_; }

  /// One EM from a k-means partition: 200 iterations, or until ln likelihood changes by less than 1e-5 a
  /// row. It never falls but for rounding, unless there are cannot-links: their normalisation is left out.
  Outcome fit(Restart& restart) const;

 private:
  Points row_weights(const Points& marginals) const;

  const Points& points_;
  const Groups& groups_;
  std::size_t components_;
  ExclusiveNetwork network_;
  Eigen::RowVectorXd ridge_;
};

}  // namespace comac
