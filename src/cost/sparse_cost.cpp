// SPDX-License-Identifier: MIT
#include "comac/cost/sparse_cost.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "comac/cost/xlog2x.hpp"

namespace comac {

SparseCost::SparseCost(const GroupedSparseChain& states, Partition start, double beta)
    : states_(states), partition_(std::move(start)), beta_(beta), k_(partition_.clusters()) {
  b_.assign(k_ * k_, 0), f_b_.assign(k_ * k_, 0);
  p_.assign(k_, 0), f_p_.assign(k_, 0);
  out_.assign(k_, 0), in_.assign(k_, 0);
  is_touched_.assign(k_, 0);
  given_.assign(states_.groups.count(), 0);
  cluster_of_state_ = partition_.cluster_of_row(states_.groups);
  fill_tables();
  set_beta(beta);
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
  into_.assign(size(), 0);
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
void SparseCost::add_flows(std::size_t x, const Flows& flows, double* to) {
  const Groups& groups = states_.groups;
  const std::uint32_t group = groups.group_of(x);
  const bool single = groups.size(group) == 1;
  const std::uint32_t* cluster_of = cluster_of_state_.data();
  char* is_touched = is_touched_.data();  // local, since writing a char might change any member
  for (std::size_t e = 0; e < flows.size(); ++e) {
    const std::uint32_t other = flows.state[e];
    if (single ? other == x : groups.group_of(other) == group) continue;
    const std::uint32_t c = cluster_of[other];
    if (!is_touched[c]) is_touched[c] = 1, touched_.push_back(c);
    to[c] += flows.mass[e];
  }
}

void SparseCost::measure_flows(std::size_t group) {
  if (measured_ == group) return;
  measured_ = group;
  for (const auto c : touched_) out_[c] = in_[c] = 0, is_touched_[c] = 0;
  touched_.clear();
  for (const auto x : states_.groups.members(group)) {
    add_flows(x, states_.chain.from(x), out_.data());
    if (!symmetric()) add_flows(x, states_.chain.into(x), in_.data());
  }
  if (!symmetric()) return;
  for (const auto c : touched_) in_[c] = out_[c];
}

std::span<const std::uint32_t> SparseCost::near(std::size_t group, std::size_t most) {
  measure_flows(group);
  given_[group] = static_cast<std::uint32_t>(touched_.size() > most ? most : k_);
  near_ = touched_;
  if (near_.size() > most) {
    const auto larger = [this](std::uint32_t a, std::uint32_t b) {
      const double flow_a = out_[a] + in_[a], flow_b = out_[b] + in_[b];
      return flow_a != flow_b ? flow_a > flow_b : a < b;
    };
    std::nth_element(near_.begin(), near_.begin() + static_cast<std::ptrdiff_t>(most), near_.end(), larger);
    near_.resize(most);
  }
  std::sort(near_.begin(), near_.end());
  return near_;
}

void SparseCost::stir(std::size_t group) {
  const auto mark = [this](const Flows& flows) {
    for (const auto x : flows.state) given_[states_.groups.group_of(x)] = 0;
  };
  given_[group] = 0;
  for (const auto x : states_.groups.members(group)) {
    mark(states_.chain.from(x));
    if (!symmetric()) mark(states_.chain.into(x));
  }
}

void SparseCost::measure_mass_into(std::size_t group) {
  for (const auto x : sources_) into_[x] = 0;
  sources_.clear();
  for (const auto member : states_.groups.members(group)) {
    const Flows flows = states_.chain.into(member);
    for (std::size_t e = 0; e < flows.size(); ++e) {
      if (flows.mass[e] <= 0) continue;  // a state is a source once
      if (into_[flows.state[e]] == 0) sources_.push_back(flows.state[e]);
      into_[flows.state[e]] += flows.mass[e];
    }
  }
}

void SparseCost::make_room(std::size_t count) {
  if (queue_.size() < count) queue_.resize(2 * count), f_queue_.resize(2 * count);
}

/// Row a, column a and mass of a, the cluster that the group leaves, where they change. An entry and its
/// mirror image are one for symmetric chains.
double* SparseCost::queue_left(std::size_t group, double* queue) const {
  const std::size_t a = partition_.of(group);
  const bool last = partition_.groups_in(a) == 1;  // then empty, without a rest of rounding
  *queue++ = last ? 0 : p_[a] - states_.mass[group];
  *queue++ = last ? 0 : b(a, a) - out_[a] - in_[a] - states_.inside[group];
  for (const auto c : touched_) {
    if (c == a) continue;
    *queue++ = last ? 0 : b(a, c) - out_[c];
    if (!symmetric()) *queue++ = last ? 0 : b(c, a) - in_[c];
  }
  return queue;
}

/// The change of I(Y1;Y2) when the group leaves a and is nowhere.
double SparseCost::left(std::size_t group, const double*& f) const {
  const std::size_t a = partition_.of(group);
  double change = -2 * (*f++ - f_p_[a]);
  change += *f++ - f_b(a, a);
  for (const auto c : touched_) {
    if (c == a) continue;
    const double row = *f++ - f_b(a, c);
    change += row + (symmetric() ? row : *f++ - f_b(c, a));
  }
  return change;
}

/// Row y, column y and mass of y once the group has left a and joined y, where they change; and B(a,y),
/// B(y,a) in between.
double* SparseCost::queue_joined(std::size_t group, std::size_t y, double* queue) const {
  const std::size_t a = partition_.of(group);
  const bool last = partition_.groups_in(a) == 1;
  *queue++ = p_[y] + states_.mass[group];
  *queue++ = b(y, y) + out_[y] + in_[y] + states_.inside[group];
  const double from_a = last ? 0 : b(a, y) - out_[y];
  *queue++ = from_a, *queue++ = last ? 0 : from_a + in_[a];
  if (!symmetric()) {
    const double to_a = last ? 0 : b(y, a) - in_[y];
    *queue++ = to_a, *queue++ = last ? 0 : to_a + out_[a];
  }
  for (const auto c : touched_) {
    if (c == a || c == y) continue;
    *queue++ = b(y, c) + out_[c];
    if (!symmetric()) *queue++ = b(c, y) + in_[c];
  }
  return queue;
}

/// The change of I(Y1;Y2) when the group, which is nowhere, joins y.
double SparseCost::joined(std::size_t group, std::size_t y, const double*& f) const {
  const std::size_t a = partition_.of(group);
  double change = -2 * (*f++ - f_p_[y]);
  change += *f++ - f_b(y, y);
  const double from_a = f[1] - f[0];
  f += 2;
  change += from_a;
  if (symmetric()) {
    change += from_a;
  } else {
    change += f[1] - f[0];
    f += 2;
  }
  for (const auto c : touched_) {
    if (c == a || c == y) continue;
    const double row = *f++ - f_b(y, c);
    change += row + (symmetric() ? row : *f++ - f_b(c, y));
  }
  return change;
}

/// The change of the sum of f(Q) when the group at hand joins (step 1) or leaves (step -1) cluster y.
double SparseCost::states_change(std::size_t y, double step) {
  const std::size_t count = sources_.size();
  make_room(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t x = sources_[i];
    queue_[i] = q_[x * k_ + y];
    queue_[count + i] = queue_[i] + step * into_[x];
  }
  xlog2x(queue_.data(), f_queue_.data(), 2 * count);
  double change = 0;
  for (std::size_t i = 0; i < count; ++i) change += f_queue_[count + i] - f_queue_[i];
  return change;
}

void SparseCost::deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out) {
  const std::size_t a = partition_.of(group);
  measure_flows(group);
  make_room((candidates.size() + 1) * (6 + 2 * touched_.size()));
  double* queue = queue_left(group, queue_.data());
  for (const std::size_t y : candidates) {
    if (y != a) queue = queue_joined(group, y, queue);
  }
  xlog2x(queue_.data(), f_queue_.data(), static_cast<std::size_t>(queue - queue_.data()));
  const double* f = f_queue_.data();
  const double leaving = left(group, f);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t y = candidates[i];
    out[i] = y == a ? 0 : -(1 - beta_) * (leaving + joined(group, y, f));
  }
  if (!uses_states()) return;
  measure_mass_into(group);
  const double m = states_.mass[group];
  const double p_left = partition_.groups_in(a) == 1 ? 0 : p_[a] - m;
  const double states_leaving = states_change(a, -1) - (xlog2x(p_left) - f_p_[a]);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t y = candidates[i];
    if (y == a) continue;
    const double states_joining = states_change(y, 1) - (xlog2x(p_[y] + m) - f_p_[y]);
    out[i] += (1 - 2 * beta_) * (states_leaving + states_joining);
  }
}

/// Moves a group in B, p and Q, but not in the partition; the next group sees it where it has gone.
void SparseCost::try_move(const Move& move) {
  const std::size_t g = move.group, a = partition_.of(g), y = move.to;
  measure_flows(g);
  for (const auto c : touched_) {
    tried_b_.add(b_, a * k_ + c, -out_[c]), tried_b_.add(b_, c * k_ + a, -in_[c]);
    tried_b_.add(b_, y * k_ + c, out_[c]), tried_b_.add(b_, c * k_ + y, in_[c]);
  }
  tried_b_.add(b_, a * k_ + a, -states_.inside[g]), tried_b_.add(b_, y * k_ + y, states_.inside[g]);
  tried_p_.add(p_, a, -states_.mass[g]), tried_p_.add(p_, y, states_.mass[g]);
  for (const auto x : states_.groups.members(g)) cluster_of_state_[x] = move.to;
  measured_ = nobody;
  if (!uses_states()) return;
  measure_mass_into(g);
  for (const auto x : sources_) {
    tried_q_.add(q_, x * k_ + a, -into_[x]), tried_q_.add(q_, x * k_ + y, into_[x]);
  }
}

double SparseCost::delta_of(std::span<const Move> moves) {
  for (const Move& move : moves) try_move(move);
  for (const Move& move : moves) {
    for (const auto x : states_.groups.members(move.group)) cluster_of_state_[x] = partition_.of(move.group);
  }
  const double masses = tried_p_.take_back(p_);
  const double clusters = tried_b_.take_back(b_) - 2 * masses;
  const double states = uses_states() ? tried_q_.take_back(q_) - masses : 0;
  return (1 - 2 * beta_) * states - (1 - beta_) * clusters;
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
  set(y, y, b(y, y) + step * (out_[y] + in_[y] + states_.inside[group]));
  for (const auto c : touched_) {
    if (c == y) continue;
    set(y, c, b(y, c) + step * out_[c]);
    if (!symmetric()) set(c, y, b(c, y) + step * in_[c]);
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
  measure_flows(group);
  shift(group, from, -1);
  shift(group, to, 1);
  if (!q_.empty()) {
    measure_mass_into(group);
    for (const auto x : sources_) q_[x * k_ + from] -= into_[x], q_[x * k_ + to] += into_[x];
  }
  partition_.move(group, to);
  for (const auto x : states_.groups.members(group)) cluster_of_state_[x] = to;
  measured_ = nobody;
  stir(group);
  if (partition_.groups_in(from) == 0) clear(from);
}

}  // namespace comac
