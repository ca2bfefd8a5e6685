// SPDX-License-Identifier: MIT
#include "comac/cost/dense_cost.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "comac/base/vectorise.hpp"
#include "comac/cost/xlog2x.hpp"

namespace comac {
namespace {

COMAC_VECTORISE void add_to(double* to, const double* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] += values[i];
}

COMAC_VECTORISE void move_between(double* from, double* to, const double* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    from[i] -= values[i];
    to[i] += values[i];
  }
}

}  // namespace

DenseCost::DenseCost(const GroupedChain& states, Partition start, double beta)
    : states_(states), partition_(std::move(start)), beta_(beta), k_(partition_.clusters()) {
  q_out_.assign(k_ * size(), 0);
  if (!symmetric()) q_in_.assign(k_ * size(), 0);
  b_.assign(k_ * k_, 0), f_b_.assign(k_ * k_, 0);
  p_.assign(k_, 0), f_p_.assign(k_, 0);
  f_columns_.assign(k_, 0);
  out_.assign(k_, 0), in_.assign(k_, 0);
  saved_.assign(4 * k_ + 2, 0);
  joined_.assign(k_ * (2 * k_ + 1), 0), f_joined_ = joined_;
  into_sum_.assign(size(), 0);
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

double DenseCost::value() const {
  Information i;
  i.clusters =
      std::accumulate(f_b_.begin(), f_b_.end(), 0.0) - 2 * std::accumulate(f_p_.begin(), f_p_.end(), 0.0);
  if (uses_states()) {
    i.states = std::accumulate(f_columns_.begin(), f_columns_.end(), 0.0) - f_masses_ -
               std::accumulate(f_p_.begin(), f_p_.end(), 0.0);
  }
  return cost(i);
}

/// f of row y and column y of B, and of p(y).
void DenseCost::refresh(std::size_t y) {
  xlog2x(b_.data() + y * k_, f_b_.data() + y * k_, k_);
  for (std::size_t c = 0; c < k_; ++c) {
    f_b_[c * k_ + y] = symmetric() ? f_b_[y * k_ + c] : xlog2x(b_[c * k_ + y]);
  }
  f_p_[y] = xlog2x(p_[y]);
}

/// The terms of I(Y1;Y2) in which cluster y takes part.
double DenseCost::cluster_part(std::size_t y) const {
  double sum = -f_b_[y * k_ + y] - 2 * f_p_[y];
  for (std::size_t c = 0; c < k_; ++c) sum += f_b_[y * k_ + c] + f_b_[c * k_ + y];
  return sum;
}

/// The same from what gather_joined() laid out.
double DenseCost::joined_part(std::size_t y, const double* f_joined) const {
  double row = 0, column = 0;
  for (std::size_t c = 0; c < k_; ++c) row += f_joined[c];
  if (symmetric()) {
    column = row;
  } else {
    for (std::size_t c = 0; c < k_; ++c) column += f_joined[k_ + 1 + c];
  }
  return row + column - f_joined[y] - 2 * f_joined[k_];
}

/// Row y of B, p(y), and for chains that are not symmetric column y of B, as they were if the group joined y.
void DenseCost::gather_joined(std::size_t group, std::size_t y, double* values) const {
  const double diagonal = b_[y * k_ + y] + out_[y] + in_[y] + states_.inside[group];
  for (std::size_t c = 0; c < k_; ++c) values[c] = b_[y * k_ + c] + out_[c];
  values[y] = diagonal;
  values[k_] = p_[y] + states_.mass[group];
  if (symmetric()) return;
  for (std::size_t c = 0; c < k_; ++c) values[k_ + 1 + c] = b_[c * k_ + y] + in_[c];
  values[k_ + 1 + y] = diagonal;
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
  std::copy(into_, into_ + size(), into_sum_.begin());
  for (const auto x : members.subspan(1)) add_to(into_sum_.data(), states_.chain.into(x), size());
  into_ = into_sum_.data();
}

void DenseCost::take_out(std::size_t group) {
  const std::size_t a = partition_.of(group);
  if (partition_.groups_in(a) == 1) {  // the cluster is empty now, without a rest of rounding
    for (std::size_t c = 0; c < k_; ++c) b_[a * k_ + c] = b_[c * k_ + a] = 0;
    p_[a] = 0;
  } else {
    for (std::size_t c = 0; c < k_; ++c) {
      b_[a * k_ + c] -= out_[c];
      b_[c * k_ + a] -= in_[c];
    }
    b_[a * k_ + a] -= states_.inside[group];
    p_[a] -= states_.mass[group];
  }
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

void DenseCost::save(std::size_t y) {
  double* to = saved_.data();
  for (std::size_t c = 0; c < k_; ++c, to += 4) {
    to[0] = b_[y * k_ + c], to[1] = b_[c * k_ + y], to[2] = f_b_[y * k_ + c], to[3] = f_b_[c * k_ + y];
  }
  to[0] = p_[y], to[1] = f_p_[y];
}

void DenseCost::restore(std::size_t y) {
  const double* from = saved_.data();
  for (std::size_t c = 0; c < k_; ++c, from += 4) {
    b_[y * k_ + c] = from[0], b_[c * k_ + y] = from[1], f_b_[y * k_ + c] = from[2],
                f_b_[c * k_ + y] = from[3];
  }
  p_[y] = from[0], f_p_[y] = from[1];
}

void DenseCost::deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out) {
  const std::size_t a = partition_.of(group);
  measure_flows(group);
  Information leaving{-f_columns_[a] + f_p_[a], -cluster_part(a)};
  save(a);
  take_out(group);
  leaving.clusters += cluster_part(a);
  if (uses_states()) {
    measure_mass_into(group);
    leaving.states += sum_xlog2x_shifted(column_out(a), into_, -1, size()) - f_p_[a];
  }

  const std::size_t stride = symmetric() ? k_ + 1 : 2 * k_ + 1;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    gather_joined(group, candidates[i], &joined_[i * stride]);
  xlog2x(joined_.data(), f_joined_.data(), candidates.size() * stride);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t y = candidates[i];
    const double* f_joined = &f_joined_[i * stride];
    Information change{leaving.states, leaving.clusters + joined_part(y, f_joined) - cluster_part(y)};
    if (uses_states() && y != a) {
      change.states += sum_xlog2x_shifted(column_out(y), into_, 1, size()) - f_columns_[y];
      change.states -= f_joined[k_] - f_p_[y];
    }
    out[i] = y == a ? 0 : cost(change);
  }
  restore(a);
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
