// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace comac {

/// A row that a chain does not know yet, with the mass of its transitions to the rows that it does; as much
/// mass comes back from each.
struct NewRow {
  std::vector<std::uint32_t> row;  ///< states of the chain
  std::vector<double> to_row;      ///< mass to each of these
  std::vector<double> to_cluster;  ///< mass to each cluster
};

/// What a clustering costs more once a new row has joined one of its clusters, from the flows alone.
/// With mass m of the row, to(d) of it to cluster d, J grows to (J + new) / (1 + 2m), B(c,d) and B(d,c) by
/// to(d) if the row joins c, and I(Y1;Y2) = sum f(B) - 2 sum f(p) follows. Where beta is not 1/2, I(X1;Y2)
/// needs the flows of the known rows to the clusters, too.
class JoiningCost {
 public:
  /// `flows`: mass between the clusters, row after row, symmetric. `row_flows`: mass from each known row to
  /// each cluster, row after row; empty if beta is 1/2.
  JoiningCost(std::vector<double> flows, std::vector<double> row_flows, std::size_t clusters, double beta);

  std::size_t clusters() const { return mass_.size(); }
  /// Whether rises() reads NewRow::row and to_row.
  bool uses_rows() const { return beta_ != 0.5; }

  /// bits[c]: what the cost rises by if the row joins c, for each unit of its mass, but for what is the same
  /// for all clusters; infinity for clusters without rows. O(clusters * clusters that the row goes to).
  void rises(const NewRow& row, std::span<double> bits) const;

 private:
  double between_clusters(const NewRow& row, std::size_t cluster) const;
  double from_rows(const NewRow& row, std::size_t cluster) const;

  std::vector<double> flows_;
  std::vector<double> row_flows_;
  std::vector<double> mass_;
  double beta_;
};

}  // namespace comac
