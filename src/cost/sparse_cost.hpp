// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comac/result.hpp"
#include "cost/cost.hpp"
#include "cost/grouped_chain.hpp"
#include "cost/journal.hpp"

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
  /// The same partition under another beta.
  void set_beta(double beta);

  /// A group at hand: the clusters that it touches, its flows to and from each (itself left out), the states
  /// from which mass enters it and how much. What it takes to tell deltas; one for each thread.
  struct Workspace {
    std::size_t group = SIZE_MAX;   ///< whose flows these are,
    std::uint64_t after_moves = 0;  ///< and when
    std::vector<std::uint32_t> touched;
    std::vector<char> is_touched;
    std::vector<double> out, in;
    std::vector<std::uint32_t> near;
    std::vector<std::uint32_t> sources;
    std::vector<double> into;            ///< by state, only where beta is not 1/2
    std::vector<double> queue, f_queue;  ///< arguments of f, of all candidates in one batch, and f of them
  };
  Workspace workspace() const;
  /// The one that apply() reads too: what was measured there isn't measured again.
  Workspace& own() { return own_; }

  /// The clusters that the group has transitions with; if these are more than `most`, those with the largest
  /// flow. In order of cluster. O(d + t). Valid until the next call with the same workspace.
  NearClusters near(std::size_t group, std::size_t most, Workspace& at) const;
  /// Calls visit(h) for the groups that it has transitions with, as often as it has, perhaps itself among
  /// them.
  template <class Visit>
  void each_neighbour(std::size_t group, Visit visit) const {
    const auto visit_all = [&](const Flows& flows) {
      for (const auto x : flows.state) visit(states_.groups.group_of(x));
    };
    for (const auto x : states_.groups.members(group)) {
      visit_all(states_.chain.from(x));
      if (!symmetric()) visit_all(states_.chain.into(x));
    }
  }
  bool changes_from_afar(std::size_t) const { return false; }
  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out,
              Workspace& at) const;
  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out) {
    deltas(group, candidates, out, own_);
  }
  /// O(entries of the groups) and as many values of f.
  double delta_of(std::span<const Move> moves);
  void apply(std::size_t group, std::uint32_t to);

 private:
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

  void add_flows(std::size_t x, const Flows& flows, Workspace& at, std::vector<double>& to) const;
  void measure_flows(std::size_t group, Workspace& at) const;
  void measure_mass_into(std::size_t group, Workspace& at) const;
  double* queue_left(const Workspace& at, double* queue) const;
  double* queue_joined(const Workspace& at, std::size_t y, double* queue) const;
  double left(const Workspace& at, const double*& f) const;
  double joined(const Workspace& at, std::size_t y, const double*& f) const;
  double states_change(Workspace& at, std::size_t y, double step) const;
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
  std::vector<double> b_, f_b_;  // B and f(B)
  std::vector<double> p_, f_p_;  // p and f(p)
  std::vector<double> q_;        // Q, a row after the other; empty while beta is 1/2
  std::uint64_t moves_ = 0;      // made or tried: what was measured before is out of date
  Workspace own_;
  // What several moves tried together have changed.
  Journal tried_within_, tried_between_, tried_p_, tried_q_;
};

static_assert(HasBeta<SparseCost> && Itemised<SparseCost> && KnowsNear<SparseCost>);

}  // namespace comac
