// SPDX-License-Identifier: MIT
#include "cost/dense_cost.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/vectorise.hpp"
#include "cost/xlog2x.hpp"

namespace comac {
namespace {

COMAC_VECTORISE void add_to(double* to, const JointRow& row, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] += row.unit * row.weights[i];
}

COMAC_VECTORISE void move_between(double* from, double* to, const JointRow& row, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double mass = row.unit * row.weights[i];
    from[i] -= mass;
    to[i] += mass;
  }
}

/// Whole vectors have no slow rest.
std::size_t padded(std::size_t count) { return (count + 7) / 8 * 8; }

}  // namespace

DenseCost::DenseCost(const GroupedChain& states, Partition start, double beta)
    : states_(states), partition_(std::move(start)), beta_(beta), k_(partition_.clusters()) {
  q_out_.assign(k_ * size(), 0);
  if (!symmetric()) q_in_.assign(k_ * size(), 0);
  b_.assign(k_ * k_, 0), f_b_.assign(k_ * k_, 0);
  p_.assign(k_, 0), f_p_.assign(k_, 0);
  f_columns_.assign(k_, 0);
  out_.assign(k_, 0), in_.assign(k_, 0);
  part_.assign(k_, 0);
  around_.assign(padded((k_ + 1) * stride()), 0), f_around_ = around_;
  into_sum_.assign(size(), 0);
  moved_b_ = b_, moved_p_ = p_, moved_column_.assign(size(), 0);
  f_masses_ = sum_xlog2x(states_.chain.masses().data(), size());
  fill_tables();
  set_beta(beta);
}

void DenseCost::fill_tables() {
  const auto cluster = partition_.cluster_of_row(states_.groups);
  for (std::size_t x = 0; x < size(); ++x) {
    add_to(column_out(cluster[x]), states_.chain.into(x), size());
    if (!symmetric()) add_to(column_in(cluster[x]), states_.chain.from(x), size());
    p_[cluster[x]] += states_.chain.mass(x);
  }
  for (std::size_t x = 0; x < size(); ++x) {
    for (std::size_t y = 0; y < k_; ++y) b_[cluster[x] * k_ + y] += column_out(y)[x];
  }
  for (std::size_t y = 0; y < k_; ++y) refresh(y);
}

void DenseCost::set_beta(double beta) {
  beta_ = beta;
  if (!uses_states()) return;
  for (std::size_t y = 0; y < k_; ++y) f_columns_[y] = sum_xlog2x(column_out(y), size());
}

CostTerms DenseCost::terms() const {
  const double f_clusters = std::accumulate(f_p_.begin(), f_p_.end(), 0.0);
  double f_columns = 0;
  for (std::size_t y = 0; y < k_; ++y)
    f_columns += uses_states() ? f_columns_[y] : sum_xlog2x(column_out(y), size());
  return {beta_, f_columns - f_masses_ - f_clusters,
          std::accumulate(f_b_.begin(), f_b_.end(), 0.0) - 2 * f_clusters};
}

double DenseCost::value() const {
  if (uses_states()) return terms().cost();
  return std::accumulate(f_p_.begin(), f_p_.end(), 0.0) - std::accumulate(f_b_.begin(), f_b_.end(), 0.0) / 2;
}

/// f of row y and column y of B and of p(y), and every cluster's part in I(Y1;Y2).
void DenseCost::refresh(std::size_t y) {
  xlog2x(b_.data() + y * k_, f_b_.data() + y * k_, k_);
  for (std::size_t c = 0; c < k_; ++c) {
    f_b_[c * k_ + y] = symmetric() ? f_b_[y * k_ + c] : xlog2x(b_[c * k_ + y]);
  }
  f_p_[y] = xlog2x(p_[y]);
  for (std::size_t c = 0; c < k_; ++c) {
    part_[c] = -f_b_[c * k_ + c] - 2 * f_p_[c];
    for (std::size_t d = 0; d < k_; ++d) part_[c] += f_b_[c * k_ + d] + f_b_[d * k_ + c];
  }
}

/// Row a of B, p(a), and for chains that are not symmetric column a of B, as they are once the group has left
/// a.
void DenseCost::gather_left(std::size_t group, double* values) const {
  const std::size_t a = partition_.of(group);
  if (partition_.groups_in(a) == 1) {  // empty, without a rest of rounding
    std::fill_n(values, stride(), 0.0);
    return;
  }
  const double diagonal = b_[a * k_ + a] - out_[a] - in_[a] - states_.inside[group];
  for (std::size_t c = 0; c < k_; ++c) values[c] = b_[a * k_ + c] - out_[c];
  values[a] = diagonal;
  values[k_] = p_[a] - states_.mass[group];
  if (symmetric()) return;
  for (std::size_t c = 0; c < k_; ++c) values[k_ + 1 + c] = b_[c * k_ + a] - in_[c];
  values[k_ + 1 + a] = diagonal;
}

/// The same around cluster y once the group has left its own and joined y.
void DenseCost::gather_joined(std::size_t group, std::size_t y, const double* left, double* values) const {
  const std::size_t a = partition_.of(group);
  const double diagonal = b_[y * k_ + y] + out_[y] + in_[y] + states_.inside[group];
  const double* left_column = symmetric() ? left : left + k_ + 1;
  for (std::size_t c = 0; c < k_; ++c) values[c] = b_[y * k_ + c] + out_[c];
  values[a] = left_column[y] + out_[a];
  values[y] = diagonal;
  values[k_] = p_[y] + states_.mass[group];
  if (symmetric()) return;
  for (std::size_t c = 0; c < k_; ++c) values[k_ + 1 + c] = b_[c * k_ + y] + in_[c];
  values[k_ + 1 + a] = left[y] + in_[a];
  values[k_ + 1 + y] = diagonal;
}

/// The terms of I(Y1;Y2) in which cluster y takes part, from f of what was gathered around it.
double DenseCost::part(std::size_t y, const double* f_values) const {
  double row = 0, column = 0;
  for (std::size_t c = 0; c < k_; ++c) row += f_values[c];
  if (symmetric()) {
    column = row;
  } else {
    for (std::size_t c = 0; c < k_; ++c) column += f_values[k_ + 1 + c];
  }
  return row + column - f_values[y] - 2 * f_values[k_];
}

void DenseCost::measure_flows(std::size_t group) {
  const auto members = states_.groups.members(group);
  const auto sum = [&](const double* column) {
    double flow = 0;
    for (const auto x : members) flow += column[x];
    return flow;
  };
  for (std::size_t c = 0; c < k_; ++c) out_[c] = sum(column_out(c));
  for (std::size_t c = 0; c < k_; ++c) in_[c] = symmetric() ? out_[c] : sum(column_in(c));
  out_[partition_.of(group)] -= states_.inside[group];
  in_[partition_.of(group)] -= states_.inside[group];
}

void DenseCost::measure_mass_into(std::size_t group) {
  const auto members = states_.groups.members(group);
  into_ = states_.chain.into(members[0]);
  if (members.size() == 1) return;
  std::fill(into_sum_.begin(), into_sum_.end(), 0.0);
  for (const auto x : members) add_to(into_sum_.data(), states_.chain.into(x), size());
  into_ = {into_sum_.data(), 1};
}

void DenseCost::take_out(std::size_t group) {
  const std::size_t a = partition_.of(group);
  gather_left(group, around_.data());
  const double* column = symmetric() ? around_.data() : around_.data() + k_ + 1;
  for (std::size_t c = 0; c < k_; ++c) b_[a * k_ + c] = around_[c], b_[c * k_ + a] = column[c];
  p_[a] = around_[k_];
  refresh(a);
}

void DenseCost::put_in(std::size_t group, std::size_t y) {
  for (std::size_t c = 0; c < k_; ++c) {
    b_[y * k_ + c] += out_[c];
    b_[c * k_ + y] += in_[c];
  }
  b_[y * k_ + y] += states_.inside[group];
  p_[y] += states_.mass[group];
  refresh(y);
}

void DenseCost::deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out) {
  const std::size_t a = partition_.of(group);
  measure_flows(group);
  gather_left(group, around_.data());
  double* around = around_.data();
  for (const std::size_t y : candidates) {
    if (y != a) gather_joined(group, y, around_.data(), around += stride());
  }
  const auto gathered = static_cast<std::size_t>(around - around_.data()) + stride();
  xlog2x(around_.data(), f_around_.data(), padded(gathered));

  const double* f_left = f_around_.data();
  const double* f_left_column = symmetric() ? f_left : f_left + k_ + 1;
  Information leaving;
  leaving.clusters = part(a, f_left) - part_[a];
  if (uses_states()) {
    measure_mass_into(group);
    leaving.states = sum_xlog2x_shifted(column_out(a), into_.weights, -into_.unit, size()) - f_columns_[a] -
                     (f_left[k_] - f_p_[a]);
  }
  const double* f_joined = f_left;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t y = candidates[i];
    out[i] = 0;
    if (y == a) continue;
    f_joined += stride();
    const double before = part_[y] - f_b_[y * k_ + a] - f_b_[a * k_ + y] + f_left[y] + f_left_column[y];
    Information change{leaving.states, leaving.clusters + part(y, f_joined) - before};
    if (uses_states()) {
      change.states += sum_xlog2x_shifted(column_out(y), into_.weights, into_.unit, size()) - f_columns_[y];
      change.states -= f_joined[k_] - f_p_[y];
    }
    out[i] = cost(change);
  }
}

void DenseCost::apply(std::size_t group, std::uint32_t to) {
  const std::size_t from = partition_.of(group);
  if (from == to) return;
  measure_flows(group);
  take_out(group);
  put_in(group, to);
  transfer(group, from, to);
  partition_.move(group, to);
  if (!uses_states()) return;
  f_columns_[from] = sum_xlog2x(column_out(from), size());
  f_columns_[to] = sum_xlog2x(column_out(to), size());
}

/// Makes the moves one after the other in `b` and `p`, each group seeing those before it where they have
/// gone.
void DenseCost::move_flows(std::span<const Move> moves, std::vector<double>& b, std::vector<double>& p) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::size_t g = moves[i].group, a = partition_.of(g), y = moves[i].to;
    measure_flows(g);
    for (const Move& earlier : moves.first(i)) {
      const double out = states_.between(g, earlier.group);
      const double in = symmetric() ? out : states_.between(earlier.group, g);
      const std::size_t was = partition_.of(earlier.group);
      out_[was] -= out, out_[earlier.to] += out;
      in_[was] -= in, in_[earlier.to] += in;
    }
    for (std::size_t c = 0; c < k_; ++c) {
      b[a * k_ + c] -= out_[c], b[c * k_ + a] -= in_[c];
      b[y * k_ + c] += out_[c], b[c * k_ + y] += in_[c];
    }
    b[a * k_ + a] -= states_.inside[g], b[y * k_ + y] += states_.inside[g];
    p[a] -= states_.mass[g], p[y] += states_.mass[g];
  }
}

/// The change of the sum of f(Q_out) over all states, cluster by cluster that loses or gains.
double DenseCost::change_of_states(std::span<const Move> moves) {
  double change = 0;
  for (std::size_t y = 0; y < k_; ++y) {
    bool touched = false;
    for (const Move& move : moves) {
      const bool leaves = partition_.of(move.group) == y, joins = move.to == y;
      if (leaves == joins) continue;
      if (!touched) std::copy_n(column_out(y), size(), moved_column_.begin());
      touched = true;
      measure_mass_into(move.group);
      add_to(moved_column_.data(), {into_.weights, joins ? into_.unit : -into_.unit}, size());
    }
    if (touched) change += sum_xlog2x(moved_column_.data(), size()) - f_columns_[y];
  }
  return change;
}

double DenseCost::delta_of(std::span<const Move> moves) {
  moved_b_ = b_, moved_p_ = p_;
  move_flows(moves, moved_b_, moved_p_);
  const double f_clusters = sum_xlog2x(moved_p_.data(), k_) - std::accumulate(f_p_.begin(), f_p_.end(), 0.0);
  const double f_pairs =
      sum_xlog2x(moved_b_.data(), k_ * k_) - std::accumulate(f_b_.begin(), f_b_.end(), 0.0);
  Information change{0, f_pairs - 2 * f_clusters};
  if (uses_states()) change.states = change_of_states(moves) - f_clusters;
  return cost(change);
}

void DenseCost::transfer(std::size_t group, std::size_t from, std::size_t to) {
  for (const auto x : states_.groups.members(group)) {
    move_between(column_out(from), column_out(to), states_.chain.into(x), size());
    if (!symmetric()) move_between(column_in(from), column_in(to), states_.chain.from(x), size());
  }
  if (partition_.groups_in(from) > 1) return;
  std::fill_n(column_out(from), size(), 0.0);
  if (!symmetric()) std::fill_n(column_in(from), size(), 0.0);
}

}  // namespace comac
