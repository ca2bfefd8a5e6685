// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cost/cost.hpp"
#include "cost/grouped_chain.hpp"
#include "cost/origin_flows.hpp"

namespace comac {

/// C_beta of a chain held as factors, with running tables:
///   A(m,y)  sum of V(x,m) over x in cluster y, and of W(x,m) where the chain isn't reversible,
///   B = A'A (or A'W)  mass between clusters,   p  mass of clusters,   Q where beta is not 1/2 (OriginFlows).
/// A group with v = sum of its rows' V has flows q = v A and v.v inside. A delta costs O(m) products and
/// O(K) values of f, a move O(K m), whatever the number of states; where beta is not 1/2, origins times m
/// more.
class LowRankCost {
 public:
  /// O(N m).
  LowRankCost(const Grouped<LowRankChain>& states, Partition start, double beta = 0.5);

  double value() const;
  /// Both informations. O(N K m).
  CostTerms terms() const;
  const Partition& partition() const { return partition_; }
  /// B, a row after the other.
  std::span<const double> flows() const { return b_; }

  /// What it takes to look at a group.
  struct Workspace {
    std::vector<double> q;                 // flows of the group to each cluster, itself left out
    std::vector<double> left, f_left;      // row of B, and mass, of the cluster that the group left
    std::vector<double> joined, f_joined;  // the same of each candidate once the group has joined it
    std::vector<double> q_into;            // flows of each cluster to the group, where they differ from q
  };
  Workspace workspace() const;
  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out,
              Workspace& at) const;
  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out) {
    deltas(group, candidates, out, own_);
  }
  /// O((moves + K clusters that they touch) m).
  double delta_of(std::span<const Move> moves);
  void apply(std::size_t group, std::uint32_t to);

 private:
  double f_left(std::size_t own, double inside, double mass, Workspace& at) const;
  double f_joined(std::size_t own, std::size_t to, const double* f_values, const Workspace& at) const;
  void gather_joined(std::size_t own, std::size_t to, double inside, double mass, const Workspace& at,
                     double* values) const;
  /// By how much sum f(B) - 2 sum f(p) rises for each candidate; whatever the chain, and where it is
  /// reversible in half the time.
  void changes(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out,
               Workspace& at) const;
  void changes_of_reversible(std::size_t group, std::span<const std::uint32_t> candidates,
                             std::span<double> out, Workspace& at) const;
  double change_if_joined(std::size_t group, std::size_t to, const Workspace& at) const;
  const std::vector<double>& into() const { return states_.chain.symmetric() ? a_ : into_; }
  void add_vectors(std::size_t group, double sign, std::size_t cluster, std::vector<double>& a,
                   std::vector<double>& into) const;
  void touch(std::span<const Move> moves);
  double delta_of_reversible(std::span<const Move> moves);
  void refresh(std::size_t y);
  double information() const;

  const Grouped<LowRankChain>& states_;
  Partition partition_;
  std::size_t k_, m_;
  double beta_;
  std::vector<double> a_, into_;  // A, a factor after the other; and of W, empty for a reversible chain
  std::vector<double> b_, f_b_;   // B and f(B)
  std::vector<double> p_, f_p_;   // p and f(p)
  Workspace own_;
  std::vector<double> tried_a_, tried_into_, tried_b_, tried_p_;
  std::optional<OriginFlows> origins_;                     // where beta is not 1/2
  std::vector<std::uint32_t> touched_;                     // clusters, by the moves that are tried
  std::vector<double> touched_a_;                          // their columns of A, one after the other
  std::vector<double> touched_p_, touched_b_, touched_f_;  // their masses; a row of B and f of it
};

static_assert(SharesLooking<LowRankCost>);

}  // namespace comac
