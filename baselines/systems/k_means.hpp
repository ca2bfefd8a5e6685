// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "systems/points.hpp"
#include "systems/restarts.hpp"
#include "systems/side.hpp"

namespace comac {

/// k-means with partition-level side information (Liu & Fu 2015). Minimises
///   sum_i |x_i - m_c(i)|^2 + lambda sum_{i labelled} |e_i - l_c(i)|^2,
/// e_i the one-hot class, l_c the mean of e over the labelled rows of cluster c (0 if it has none). Without
/// labels this is plain k-means.
struct KMeans {
  const Points& points;
  const Classes& classes;
  std::size_t clusters = 2;
  double lambda = 0;
};

/// The centres of both terms.
struct Centres {
  Points means;        ///< clusters x columns
  Points label_means;  ///< clusters x classes
};

/// The exact minimisers for a partition. A cluster without rows keeps 0.
Centres centres_of(const KMeans& problem, const std::vector<std::uint32_t>& cluster);

/// What it costs to have row `row` in each cluster.
Eigen::VectorXd row_costs(const KMeans& problem, const Centres& centres, std::size_t row);

/// One descent from k-means++ centres. The objective never increases; a cluster that loses its last row gets
/// the row that costs most.
Outcome minimise(const KMeans& problem, Restart& restart);

/// Plain k-means, for systems that start or end with it.
Outcome plain_k_means(const Points& points, std::size_t clusters, Restart& restart);

}  // namespace comac
