// SPDX-License-Identifier: MIT
// What moves would change, without making them; sparse_cost.cpp holds the tables.
#include <algorithm>

#include "cost/sparse_cost.hpp"
#include "cost/xlog2x.hpp"

namespace comac {

namespace {

void make_room(SparseCost::Workspace& at, std::size_t count) {
  if (at.queue.size() < count) at.queue.resize(2 * count), at.f_queue.resize(2 * count);
}

}  // namespace

/// Row a, column a and mass of a, the cluster that the group leaves, where they change. An entry and its
/// mirror image are one for symmetric chains.
double* SparseCost::queue_left(const Workspace& at, double* queue) const {
  const std::size_t a = partition_.of(at.group);
  const bool last = partition_.groups_in(a) == 1;  // then empty, without a rest of rounding
  *queue++ = last ? 0 : p_[a] - states_.mass[at.group];
  *queue++ = last ? 0 : b(a, a) - at.out[a] - at.in[a] - states_.inside[at.group];
  for (const auto c : at.touched) {
    if (c == a) continue;
    *queue++ = last ? 0 : b(a, c) - at.out[c];
    if (!symmetric()) *queue++ = last ? 0 : b(c, a) - at.in[c];
  }
  return queue;
}

/// The change of I(Y1;Y2) when the group leaves a and is nowhere.
double SparseCost::left(const Workspace& at, const double*& f) const {
  const std::size_t a = partition_.of(at.group);
  double change = -2 * (*f++ - f_p_[a]);
  change += *f++ - f_b(a, a);
  for (const auto c : at.touched) {
    if (c == a) continue;
    const double row = *f++ - f_b(a, c);
    change += row + (symmetric() ? row : *f++ - f_b(c, a));
  }
  return change;
}

/// Row y, column y and mass of y once the group has left a and joined y, where they change; and B(a,y),
/// B(y,a) in between.
double* SparseCost::queue_joined(const Workspace& at, std::size_t y, double* queue) const {
  const std::size_t a = partition_.of(at.group);
  const bool last = partition_.groups_in(a) == 1;
  *queue++ = p_[y] + states_.mass[at.group];
  *queue++ = b(y, y) + at.out[y] + at.in[y] + states_.inside[at.group];
  const double from_a = last ? 0 : b(a, y) - at.out[y];
  *queue++ = from_a, *queue++ = last ? 0 : from_a + at.in[a];
  if (!symmetric()) {
    const double to_a = last ? 0 : b(y, a) - at.in[y];
    *queue++ = to_a, *queue++ = last ? 0 : to_a + at.out[a];
  }
  for (const auto c : at.touched) {
    if (c == a || c == y) continue;
    *queue++ = b(y, c) + at.out[c];
    if (!symmetric()) *queue++ = b(c, y) + at.in[c];
  }
  return queue;
}

/// The change of I(Y1;Y2) when the group, which is nowhere, joins y.
double SparseCost::joined(const Workspace& at, std::size_t y, const double*& f) const {
  const std::size_t a = partition_.of(at.group);
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
  for (const auto c : at.touched) {
    if (c == a || c == y) continue;
    const double row = *f++ - f_b(y, c);
    change += row + (symmetric() ? row : *f++ - f_b(c, y));
  }
  return change;
}

/// The change of the sum of f(Q) when the group at hand joins (step 1) or leaves (step -1) cluster y.
double SparseCost::states_change(Workspace& at, std::size_t y, double step) const {
  const std::size_t count = at.sources.size();
  make_room(at, 2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t x = at.sources[i];
    at.queue[i] = q_[x * k_ + y];
    at.queue[count + i] = at.queue[i] + step * at.into[x];
  }
  xlog2x(at.queue.data(), at.f_queue.data(), 2 * count);
  double change = 0;
  for (std::size_t i = 0; i < count; ++i) change += at.f_queue[count + i] - at.f_queue[i];
  return change;
}

void SparseCost::deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out,
                        Workspace& at) const {
  const std::size_t a = partition_.of(group);
  measure_flows(group, at);
  make_room(at, (candidates.size() + 1) * (6 + 2 * at.touched.size()));
  double* queue = queue_left(at, at.queue.data());
  for (const std::size_t y : candidates) {
    if (y != a) queue = queue_joined(at, y, queue);
  }
  xlog2x(at.queue.data(), at.f_queue.data(), static_cast<std::size_t>(queue - at.queue.data()));
  const double* f = at.f_queue.data();
  const double leaving = left(at, f);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t y = candidates[i];
    out[i] = y == a ? 0 : -(1 - beta_) * (leaving + joined(at, y, f));
  }
  if (!uses_states()) return;
  measure_mass_into(group, at);
  const double m = states_.mass[group];
  const double p_left = partition_.groups_in(a) == 1 ? 0 : p_[a] - m;
  const double states_leaving = states_change(at, a, -1) - (xlog2x(p_left) - f_p_[a]);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t y = candidates[i];
    if (y == a) continue;
    const double states_joining = states_change(at, y, 1) - (xlog2x(p_[y] + m) - f_p_[y]);
    out[i] += (1 - 2 * beta_) * (states_leaving + states_joining);
  }
}

/// The flows of the group at hand with cluster c join (step 1) or leave (step -1) cluster y.
void SparseCost::try_flows(std::size_t y, std::size_t c, double step) {
  if (y == c) {
    tried_within_.add(b_, y * k_ + y, step * (own_.out[c] + own_.in[c]));
  } else if (symmetric()) {
    tried_between_.add(b_, std::min(y, c) * k_ + std::max(y, c), step * own_.out[c]);
  } else {
    tried_between_.add(b_, y * k_ + c, step * own_.out[c]),
        tried_between_.add(b_, c * k_ + y, step * own_.in[c]);
  }
}

/// Moves a group in B, p and Q, but not in the partition; the next group sees it where it has gone.
void SparseCost::try_move(const Move& move) {
  const std::size_t g = move.group, a = partition_.of(g), y = move.to;
  measure_flows(g, own_);
  for (const auto c : own_.touched) try_flows(a, c, -1), try_flows(y, c, 1);
  tried_within_.add(b_, a * k_ + a, -states_.inside[g]), tried_within_.add(b_, y * k_ + y, states_.inside[g]);
  tried_p_.add(p_, a, -states_.mass[g]), tried_p_.add(p_, y, states_.mass[g]);
  for (const auto x : states_.groups.members(g)) cluster_of_state_[x] = move.to;
  ++moves_;
  if (!uses_states()) return;
  measure_mass_into(g, own_);
  for (const auto x : own_.sources) {
    tried_q_.add(q_, x * k_ + a, -own_.into[x]), tried_q_.add(q_, x * k_ + y, own_.into[x]);
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
