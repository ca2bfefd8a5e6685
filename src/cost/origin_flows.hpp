// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cost/cost.hpp"
#include "cost/grouped_chain.hpp"

namespace comac {

/// What I(X1;Y2) of a chain held as factors takes beside the masses of the clusters, with running tables:
///   Q(r,y)  mass from origin r to cluster y,    F = sum over r and y of f(Q(r,y)).
/// Then I(X1;Y2) = F - sum f(mass of r) - sum f(p). A change costs O(R (m + candidates)) for R origins.
class OriginFlows {
 public:
  /// O(R K m). `states` must outlive it.
  OriginFlows(const Grouped<LowRankChain>& states, const Partition& start);

  /// F - sum f(mass of r).
  double value() const;
  /// Adds to changes[i] what F rises by if `group` goes from `own` to candidates[i]; nothing for `own`.
  void add_changes(std::size_t group, std::uint32_t own, std::span<const std::uint32_t> candidates,
                   std::span<double> changes) const;
  /// What F rises by if all these moves of different groups are made together.
  double change_of(std::span<const Move> moves, const Partition& partition) const;
  void apply(std::size_t group, std::uint32_t from, std::uint32_t to);

 private:
  std::vector<double> mass_into(std::size_t group) const;
  std::size_t origins() const { return states_->chain.origins(); }
  const double* column(std::size_t y) const { return q_.data() + y * origins(); }

  const Grouped<LowRankChain>* states_;
  std::vector<double> q_;  // a column after the other
  std::vector<double> f_;  // of each column: sum over r of f(Q(r,y))
  double f_masses_ = 0;
};

}  // namespace comac
