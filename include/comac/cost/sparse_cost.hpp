// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comac/cost/cost.hpp"
#include "comac/cost/grouped_chain.hpp"
#include "comac/cost/journal.hpp"
#include "comac/result.hpp"

namespace comac {

/// C_beta of a sparse chain with running tables:
///   B(y,z)  mass from cluster y to cluster z,   p(y)  mass of cluster y,
/// and, only where beta is not 1/2, Q(x,y), the mass from state x to cluster y. A group's flows to the
/// clusters are read from its neighbours. With d the entries of the group and t the clusters it touches, all
/// deltas cost O(d + (K + 1) t) and a move O(d + t); where beta is not 1/2, O(d K) and O(d) more.
/// Nothing is allocated in deltas() and apply() beyond the first use.
class SparseCost {
 public:
  /// O(entries + K^2), and O(N K) more where beta is not 1/2.
  SparseCost(const GroupedSparseChain& states, Partition start, double beta);

  double value() const;
  /// Both informations, whatever beta. O(entries + N K).
  CostTerms terms() const;
  const Partition& partition() const { return partition_; }
  /// B, a row after the other.
  std::span<const double> flows() const { return b_; }
  const Groups& groups() const { return states_.groups; }
  /// The same partition under another beta.
  void set_beta(double beta);

  /// The clusters that the group has transitions with; if these are more than `most`, those with the largest
  /// flow. In order of cluster. O(d + t). Valid until the next call.
  std::span<const std::uint32_t> near(std::size_t group, std::size_t most);
  /// To be told when a group stays in spite of what near() gave.
  void settle(std::size_t group, std::size_t most);
  /// Whether it hasn't settled with as many since it or one of its neighbours moved.
  bool stirred(std::size_t group, std::size_t most) const { return settled_[group] < most; }
  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out);
  /// O(entries of the groups) and as many values of f.
  double delta_of(std::span<const Move> moves);
  void apply(std::size_t group, std::uint32_t to);

 private:
  static constexpr std::size_t nobody = SIZE_MAX;
  bool uses_states() const { return beta_ != 0.5; }
  bool symmetric() const { return states_.chain.symmetric(); }
  std::size_t size() const { return states_.chain.states(); }
  double& b(std::size_t y, std::size_t z) { return b_[y * k_ + z]; }
  double b(std::size_t y, std::size_t z) const { return b_[y * k_ + z]; }
  double f_b(std::size_t y, std::size_t z) const { return f_b_[y * k_ + z]; }

  void fill_tables();
  void fill_states_table();
  double cluster_information() const;
  double state_information() const;
  /// Sum over all y of f(Q(x,y)).
  double f_of_state(std::size_t x, std::vector<double>& scratch) const;

  void add_flows(std::size_t x, const Flows& flows, double* to);
  void measure_flows(std::size_t group);
  void stir(std::size_t group);
  void measure_mass_into(std::size_t group);
  void make_room(std::size_t count);
  double* queue_left(std::size_t group, double* queue) const;
  double* queue_joined(std::size_t group, std::size_t y, double* queue) const;
  double left(std::size_t group, const double*& f) const;
  double joined(std::size_t group, std::size_t y, const double*& f) const;
  double states_change(std::size_t y, double step);
  void set(std::size_t y, std::size_t z, double value);
  void shift(std::size_t group, std::size_t y, double step);
  void clear(std::size_t y);
  void try_flows(std::size_t y, std::size_t c, double step);
  void try_move(const Move& move);

  const GroupedSparseChain& states_;
  Partition partition_;
  double beta_;
  std::size_t k_;  // clusters
  std::vector<std::uint32_t> cluster_of_state_;
  std::vector<double> b_, f_b_;         // B and f(B)
  std::vector<double> p_, f_p_;         // p and f(p)
  std::vector<double> q_;               // Q, a row after the other; empty while beta is 1/2
  std::vector<std::uint32_t> settled_;  // by group: with how many clusters it settled, K for all

  // The group at hand: the clusters it touches, its flows to and from each (itself left out), the states
  // from which mass enters it and how much.
  std::size_t measured_ = nobody;  // whose flows these are
  std::vector<std::uint32_t> touched_;
  std::vector<char> is_touched_;
  std::vector<double> out_, in_;
  std::vector<std::uint32_t> near_;
  std::vector<std::uint32_t> sources_;
  std::vector<double> into_;  // by state
  // Arguments of f, all of a group's candidates in one batch, and f of them.
  std::vector<double> queue_, f_queue_;
  // What several moves tried together have changed.
  Journal tried_within_, tried_between_, tried_p_, tried_q_;
};

static_assert(Cost<SparseCost>);

}  // namespace comac
