// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comac/result.hpp"
#include "cost/cost.hpp"
#include "cost/grouped_chain.hpp"

namespace comac {

/// C_beta of a dense chain with running tables:
///   Q_out(x,y)  mass from state x to cluster y,     Q_in(x,y)  mass from cluster y to state x,
///   B(y,z)      mass from cluster y to cluster z,   p(y)       mass of cluster y.
/// A delta costs O(K) values of f, and O(N) more where beta is not 1/2. An accepted move costs O(N |G|).
/// Nothing is allocated after construction.
class DenseCost {
 public:
  /// O(N^2).
  DenseCost(const GroupedChain& states, Partition start, double beta);

  double value() const;
  /// Both informations, whatever beta. O(N K).
  CostTerms terms() const;
  const Partition& partition() const { return partition_; }
  /// B, a row after the other.
  std::span<const double> flows() const { return b_; }
  /// The same partition under another beta. O(N K) unless beta is 1/2.
  void set_beta(double beta);

  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out);
  /// O(moves^2) masses between groups and O(K^2) values of f; O(N (moves + 2)) more where beta is not 1/2.
  double delta_of(std::span<const Move> moves);
  void apply(std::size_t group, std::uint32_t to);

 private:
  /// The two informations of the cost, or a change of them.
  struct Information {
    double states = 0;    ///< I(X1;Y2)
    double clusters = 0;  ///< I(Y1;Y2)
  };
  double cost(Information i) const { return (1 - 2 * beta_) * i.states - (1 - beta_) * i.clusters; }
  bool uses_states() const { return beta_ != 0.5; }
  bool symmetric() const { return states_.chain.symmetric(); }
  std::size_t size() const { return states_.chain.states(); }
  double* column_out(std::size_t y) { return q_out_.data() + y * size(); }
  const double* column_out(std::size_t y) const { return q_out_.data() + y * size(); }
  double* column_in(std::size_t y) { return q_in_.data() + y * size(); }

  std::size_t stride() const { return symmetric() ? k_ + 1 : 2 * k_ + 1; }

  void fill_tables();
  void refresh(std::size_t y);
  void measure_flows(std::size_t group);
  void measure_mass_into(std::size_t group);
  void gather_left(std::size_t group, double* values) const;
  void gather_joined(std::size_t group, std::size_t y, const double* left, double* values) const;
  double part(std::size_t y, const double* f_values) const;
  void take_out(std::size_t group);
  void put_in(std::size_t group, std::size_t y);
  void transfer(std::size_t group, std::size_t from, std::size_t to);
  void move_flows(std::span<const Move> moves, std::vector<double>& b, std::vector<double>& p);
  double change_of_states(std::span<const Move> moves);

  const GroupedChain& states_;
  Partition partition_;
  double beta_;
  std::size_t k_;                     // clusters
  std::vector<double> q_out_, q_in_;  // a column after the other; q_in_ is empty for a symmetric chain
  std::vector<double> b_, f_b_;       // B and f(B)
  std::vector<double> p_, f_p_;       // p and f(p)
  std::vector<double> part_;          // the terms of I(Y1;Y2) in which each cluster takes part
  std::vector<double> f_columns_;     // sum over x of f(Q_out(x,y)), where beta is not 1/2
  double f_masses_ = 0;               // sum over x of f(mass of x)

  // The group at hand: its flows to and from each cluster (itself left out), and J(x,G) for all x.
  std::vector<double> out_, in_;
  JointRow into_;
  std::vector<double> into_sum_;
  // Row, mass and column of B around the cluster that the group left, then around each candidate; and f of
  // these.
  std::vector<double> around_, f_around_;
  // B, p and a column of Q as several moves together would leave them.
  std::vector<double> moved_b_, moved_p_, moved_column_;
};

static_assert(HasBeta<DenseCost> && Itemised<DenseCost>);

}  // namespace comac
