// SPDX-License-Identifier: MIT
// What moves would change, without making them; sparse_cost.cpp holds the tables.
#include <algorithm>

#include "comac/cost/sparse_cost.hpp"
#include "comac/cost/xlog2x.hpp"

namespace comac {

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

/// The flows of the group at hand with cluster c join (step 1) or leave (step -1) cluster y.
void SparseCost::try_flows(std::size_t y, std::size_t c, double step) {
  if (y == c) {
    tried_within_.add(b_, y * k_ + y, step * (out_[c] + in_[c]));
  } else if (symmetric()) {
    tried_between_.add(b_, std::min(y, c) * k_ + std::max(y, c), step * out_[c]);
  } else {
    tried_between_.add(b_, y * k_ + c, step * out_[c]), tried_between_.add(b_, c * k_ + y, step * in_[c]);
  }
}

/// Moves a group in B, p and Q, but not in the partition; the next group sees it where it has gone.
void SparseCost::try_move(const Move& move) {
  const std::size_t g = move.group, a = partition_.of(g), y = move.to;
  measure_flows(g);
  for (const auto c : touched_) try_flows(a, c, -1), try_flows(y, c, 1);
  tried_within_.add(b_, a * k_ + a, -states_.inside[g]), tried_within_.add(b_, y * k_ + y, states_.inside[g]);
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
  const double between = tried_between_.take_back(b_);  // of one half where the halves are equal
  const double clusters = tried_within_.take_back(b_) + (symmetric() ? 2 : 1) * between - 2 * masses;
  const double states = uses_states() ? tried_q_.take_back(q_) - masses : 0;
  return (1 - 2 * beta_) * states - (1 - beta_) * clusters;
}

}  // namespace comac
