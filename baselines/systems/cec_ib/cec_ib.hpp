// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "systems/points.hpp"
#include "systems/restarts.hpp"
#include "systems/side.hpp"

namespace comac {

/// The energy of CEC-IB (Smieja & Geiger 2017), in nats, with running tables:
///   E = sum_i p_i [ -ln p_i + d/2 ln(2 pi e) + 1/2 ln det S_i + b H(class | labelled rows of cluster i) ].
/// S_i = (T_i + R) / n_i, T_i the scatter of the cluster and R a small diagonal, so that a cluster without
/// extent has a finite energy. R is constant: adding or removing a row stays an update of rank one.
class CecEnergy {
 public:
  CecEnergy(const Points& points, const Classes& classes, double label_weight, std::size_t clusters);

  std::size_t clusters() const { return clusters_.size(); }
  std::size_t size(std::size_t cluster) const { return clusters_[cluster].rows; }
  double value() const;

  /// What E changes by if `row` joins or leaves the cluster. O(columns^2 + classes).
  double join_delta(std::size_t row, std::size_t cluster) const;
  double leave_delta(std::size_t row, std::size_t cluster) const;
  /// O(columns^3).
  void join(std::size_t row, std::size_t cluster);
  void leave(std::size_t row, std::size_t cluster);
  void remove_cluster(std::size_t cluster);

 private:
  struct Cluster {
    std::size_t rows = 0;
    Eigen::RowVectorXd mean;
    Eigen::MatrixXd scatter;  ///< T + R
    Eigen::LLT<Eigen::MatrixXd> factor;
    double log_determinant = 0;  ///< of the scatter
    std::vector<std::size_t> class_rows;
    double energy = 0;
  };

  double energy(std::size_t rows, double log_determinant, double entropy) const;
  double entropy(const std::vector<std::size_t>& class_rows, std::size_t row, int change) const;
  double energy_after(const Cluster& cluster, std::size_t row, int change) const;
  void change(Cluster& cluster, std::size_t row, int change);

  const Points& points_;
  const Classes& classes_;
  double label_weight_;
  std::vector<Cluster> clusters_;
};

/// What the search is given.
struct CecProblem {
  const Points& points;
  const Classes& classes;
  double label_weight = 1;
  std::size_t start_clusters = 4;
};

/// A cluster with fewer rows dies: 5 % of the rows, or two more than columns.
std::size_t least_rows(const Points& points);

/// One search from k-means++ centres until a pass over the rows moves nothing. E falls from pass to pass, but
/// for passes in which a cluster died.
Outcome minimise(const CecProblem& problem, Restart& restart);

}  // namespace comac
