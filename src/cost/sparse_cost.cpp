// SPDX-License-Identifier: MIT
// The tables of a partition and how a move changes them; sparse_deltas.cpp tells what moves would change.
#include "cost/sparse_cost.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cost/xlog2x.hpp"

namespace comac {

SparseCost::SparseCost(const GroupedSparseChain& states, Partition start, double beta)
    : states_(states), partition_(std::move(start)), beta_(beta), k_(partition_.clusters()) {
  b_.assign(k_ * k_, 0), f_b_.assign(k_ * k_, 0);
  p_.assign(k_, 0), f_p_.assign(k_, 0);
  own_ = workspace();
  cluster_of_state_ = partition_.cluster_of_row(states_.groups);
  fill_tables();
  set_beta(beta);
}

SparseCost::Workspace SparseCost::workspace() const {
  Workspace result;
  result.is_touched.assign(k_, 0);
  result.out.assign(k_, 0), result.in.assign(k_, 0);
  return result;
}

void SparseCost::fill_tables() {
  for (std::size_t x = 0; x < size(); ++x) {
    const std::size_t y = cluster_of_state_[x];
    const Flows flows = states_.chain.from(x);
    for (std::size_t e = 0; e < flows.size(); ++e) b(y, cluster_of_state_[flows.state[e]]) += flows.mass[e];
    p_[y] += states_.chain.mass(x);
  }
  xlog2x(b_.data(), f_b_.data(), b_.size());
  xlog2x(p_.data(), f_p_.data(), p_.size());
}

void SparseCost::fill_states_table() {
  q_.assign(size() * k_, 0);
  for (std::size_t x = 0; x < size(); ++x) {
    const Flows flows = states_.chain.from(x);
    for (std::size_t e = 0; e < flows.size(); ++e) {
      q_[x * k_ + cluster_of_state_[flows.state[e]]] += flows.mass[e];
    }
  }
}

void SparseCost::set_beta(double beta) {
  beta_ = beta;
  if (uses_states() && q_.empty()) fill_states_table();
}

double SparseCost::cluster_information() const {
  return std::accumulate(f_b_.begin(), f_b_.end(), 0.0) - 2 * std::accumulate(f_p_.begin(), f_p_.end(), 0.0);
}

double SparseCost::f_of_state(std::size_t x, std::vector<double>& scratch) const {
  if (!q_.empty()) return sum_xlog2x(q_.data() + x * k_, k_);
  std::fill(scratch.begin(), scratch.end(), 0.0);
  const Flows flows = states_.chain.from(x);
  for (std::size_t e = 0; e < flows.size(); ++e) scratch[cluster_of_state_[flows.state[e]]] += flows.mass[e];
  return sum_xlog2x(scratch.data(), k_);
}

double SparseCost::state_information() const {
  std::vector<double> scratch(k_);
  double f_states = 0;
  for (std::size_t x = 0; x < size(); ++x) f_states += f_of_state(x, scratch);
  return f_states - sum_xlog2x(states_.chain.masses().data(), size()) -
         std::accumulate(f_p_.begin(), f_p_.end(), 0.0);
}

CostTerms SparseCost::terms() const { return {beta_, state_information(), cluster_information()}; }

double SparseCost::value() const {
  return uses_states() ? terms().cost() : -(1 - beta_) * cluster_information();
}

/// Adds what goes from member x of the group to other groups.
void SparseCost::add_flows(std::size_t x, const Flows& flows, Workspace& at, std::vector<double>& to) const {
  const Groups& groups = states_.groups;
  const std::uint32_t group = groups.group_of(x);
  const bool single = groups.size(group) == 1;
  const std::uint32_t* cluster_of = cluster_of_state_.data();
  char* is_touched = at.is_touched.data();  // local, since writing a char might change any member
  double* sum = to.data();
  for (std::size_t e = 0; e < flows.size(); ++e) {
    const std::uint32_t other = flows.state[e];
    if (single ? other == x : groups.group_of(other) == group) continue;
    const std::uint32_t c = cluster_of[other];
    if (!is_touched[c]) is_touched[c] = 1, at.touched.push_back(c);
    sum[c] += flows.mass[e];
  }
}

void SparseCost::measure_flows(std::size_t group, Workspace& at) const {
  if (at.group == group && at.after_moves == moves_) return;
  at.group = group, at.after_moves = moves_;
  for (const auto c : at.touched) at.out[c] = at.in[c] = 0, at.is_touched[c] = 0;
  at.touched.clear();
  for (const auto x : states_.groups.members(group)) {
    add_flows(x, states_.chain.from(x), at, at.out);
    if (!symmetric()) add_flows(x, states_.chain.into(x), at, at.in);
  }
  if (!symmetric()) return;
  for (const auto c : at.touched) at.in[c] = at.out[c];
}

NearClusters SparseCost::near(std::size_t group, std::size_t most, Workspace& at) const {
  measure_flows(group, at);
  at.near = at.touched;
  if (at.near.size() > most) {
    const auto larger = [&at](std::uint32_t a, std::uint32_t b) {
      const double flow_a = at.out[a] + at.in[a], flow_b = at.out[b] + at.in[b];
      return flow_a != flow_b ? flow_a > flow_b : a < b;
    };
    const auto middle = at.near.begin() + static_cast<std::ptrdiff_t>(most);
    std::partial_sort(at.near.begin(), middle, at.near.end(), larger);
    at.near.resize(most);
  }
  std::sort(at.near.begin(), at.near.end());
  return {at.near, at.near.size() == at.touched.size()};
}

void SparseCost::measure_mass_into(std::size_t group, Workspace& at) const {
  at.into.resize(size(), 0);
  for (const auto x : at.sources) at.into[x] = 0;
  at.sources.clear();
  for (const auto member : states_.groups.members(group)) {
    const Flows flows = states_.chain.into(member);
    for (std::size_t e = 0; e < flows.size(); ++e) {
      if (flows.mass[e] <= 0) continue;  // a state is a source once
      if (at.into[flows.state[e]] == 0) at.sources.push_back(flows.state[e]);
      at.into[flows.state[e]] += flows.mass[e];
    }
  }
}

void SparseCost::set(std::size_t y, std::size_t z, double value) {
  b(y, z) = value;
  f_b_[y * k_ + z] = xlog2x(value);
  if (!symmetric()) return;
  b(z, y) = value;
  f_b_[z * k_ + y] = f_b_[y * k_ + z];
}

/// The group, which is nowhere, joins y (step 1), or leaves it to be nowhere (step -1).
void SparseCost::shift(std::size_t group, std::size_t y, double step) {
  set(y, y, b(y, y) + step * (own_.out[y] + own_.in[y] + states_.inside[group]));
  for (const auto c : own_.touched) {
    if (c == y) continue;
    set(y, c, b(y, c) + step * own_.out[c]);
    if (!symmetric()) set(c, y, b(c, y) + step * own_.in[c]);
  }
  p_[y] += step * states_.mass[group];
  f_p_[y] = xlog2x(p_[y]);
}

/// Nothing is left in cluster y: no rest of rounding either.
void SparseCost::clear(std::size_t y) {
  for (std::size_t c = 0; c < k_; ++c) {
    b(y, c) = b(c, y) = 0;
    f_b_[y * k_ + c] = f_b_[c * k_ + y] = 0;
  }
  p_[y] = f_p_[y] = 0;
  if (q_.empty()) return;
  for (std::size_t x = 0; x < size(); ++x) q_[x * k_ + y] = 0;
}

void SparseCost::apply(std::size_t group, std::uint32_t to) {
  const std::size_t from = partition_.of(group);
  if (from == to) return;
  measure_flows(group, own_);
  shift(group, from, -1);
  shift(group, to, 1);
  if (!q_.empty()) {
    measure_mass_into(group, own_);
    for (const auto x : own_.sources) q_[x * k_ + from] -= own_.into[x], q_[x * k_ + to] += own_.into[x];
  }
  partition_.move(group, to);
  for (const auto x : states_.groups.members(group)) cluster_of_state_[x] = to;
  ++moves_;
  if (partition_.groups_in(from) == 0) clear(from);
}

}  // namespace comac
