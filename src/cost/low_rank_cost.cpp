// SPDX-License-Identifier: MIT
#include "cost/low_rank_cost.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cost/xlog2x.hpp"

namespace comac {
namespace {

void add(const double* v, double sign, std::size_t cluster, std::size_t clusters, std::vector<double>& a) {
  for (std::size_t m = 0; m * clusters < a.size(); ++m) a[m * clusters + cluster] += sign * v[m];
}

/// B = A'W.
void multiply(const std::vector<double>& a, const std::vector<double>& into, std::size_t clusters,
              std::vector<double>& b) {
  std::fill(b.begin(), b.end(), 0.0);
  for (std::size_t m = 0; m * clusters < a.size(); ++m) {
    const double* row = a.data() + m * clusters;
    const double* to = into.data() + m * clusters;
    for (std::size_t y = 0; y < clusters; ++y) {
      for (std::size_t c = 0; c < clusters; ++c) b[y * clusters + c] += row[y] * to[c];
    }
  }
}

}  // namespace

LowRankCost::LowRankCost(const Grouped<LowRankChain>& states, Partition start, double beta)
    : states_(states),
      partition_(std::move(start)),
      k_(partition_.clusters()),
      m_(states.chain.factors()),
      beta_(beta),
      a_(m_ * k_, 0),
      into_(states.chain.symmetric() ? 0 : m_ * k_, 0),
      b_(k_ * k_, 0),
      f_b_(b_),
      p_(k_, 0),
      f_p_(p_),
      own_(workspace()),
      tried_a_(a_),
      tried_into_(into_),
      tried_b_(b_),
      tried_p_(p_),
      touched_b_(k_),
      touched_f_(k_) {
  for (std::size_t g = 0; g < partition_.groups(); ++g) {
    add_vectors(g, 1, partition_.of(g), a_, into_);
    p_[partition_.of(g)] += states_.mass[g];
  }
  multiply(a_, into(), k_, b_);
  for (std::size_t y = 0; y < k_; ++y) refresh(y);
  if (beta != 0.5) origins_.emplace(states, partition_);
}

void LowRankCost::add_vectors(std::size_t group, double sign, std::size_t cluster, std::vector<double>& a,
                              std::vector<double>& into) const {
  add(states_.vector(group), sign, cluster, k_, a);
  if (!into.empty()) add(states_.into(group), sign, cluster, k_, into);
}

LowRankCost::Workspace LowRankCost::workspace() const {
  const std::vector<double> one(k_ + 1, 0), all(k_ * (k_ + 1), 0);
  return {std::vector<double>(k_, 0), one, one, all, all, std::vector<double>(k_, 0)};
}

double LowRankCost::information() const {
  return std::accumulate(f_b_.begin(), f_b_.end(), 0.0) - 2 * std::accumulate(f_p_.begin(), f_p_.end(), 0.0);
}

double LowRankCost::value() const {
  const double states = origins_ ? origins_->value() - std::accumulate(f_p_.begin(), f_p_.end(), 0.0) : 0;
  return (1 - 2 * beta_) * states - (1 - beta_) * information();
}

CostTerms LowRankCost::terms() const {
  const double f_clusters = std::accumulate(f_p_.begin(), f_p_.end(), 0.0);
  if (origins_) return {beta_, origins_->value() - f_clusters, information()};
  std::vector<double> flows(k_);
  double f_flows = 0;
  for (std::size_t x = 0; x < states_.chain.states(); ++x) {
    flows_to(states_.chain.row(x), into().data(), m_, k_, flows.data());
    f_flows += sum_xlog2x(flows.data(), k_);
  }
  const double f_masses = sum_xlog2x(states_.chain.masses().data(), states_.chain.states());
  return {beta_, f_flows - f_masses - f_clusters, information()};
}

/// The change of sum f(B) - 2 sum f(p) when the group leaves; fills left and f_left.
double LowRankCost::f_left(std::size_t own, double inside, double mass, Workspace& at) const {
  for (std::size_t c = 0; c < k_; ++c) at.left[c] = b_[own * k_ + c] - at.q[c];
  at.left[own] = b_[own * k_ + own] - 2 * at.q[own] - inside;
  at.left[k_] = p_[own] - mass;
  xlog2x(at.left.data(), at.f_left.data(), k_ + 1);
  double change = -2 * (at.f_left[k_] - f_p_[own]);
  for (std::size_t c = 0; c < k_; ++c) {
    change += (c == own ? 1 : 2) * (at.f_left[c] - f_b_[own * k_ + c]);
  }
  return change;
}

void LowRankCost::gather_joined(std::size_t own, std::size_t to, double inside, double mass,
                                const Workspace& at, double* values) const {
  for (std::size_t c = 0; c < k_; ++c) values[c] = b_[to * k_ + c] + at.q[c];
  values[own] = at.left[to] + at.q[own];
  values[to] = b_[to * k_ + to] + 2 * at.q[to] + inside;
  values[k_] = p_[to] + mass;
}

double LowRankCost::f_joined(std::size_t own, std::size_t to, const double* f_values,
                             const Workspace& at) const {
  double change = -2 * (f_values[k_] - f_p_[to]);
  for (std::size_t c = 0; c < k_; ++c) {
    const double before = c == own ? at.f_left[to] : f_b_[to * k_ + c];
    change += (c == to ? 1 : 2) * (f_values[c] - before);
  }
  return change;
}

void LowRankCost::changes_of_reversible(std::size_t group, std::span<const std::uint32_t> candidates,
                                        std::span<double> out, Workspace& at) const {
  const std::size_t own = partition_.of(group);
  const double inside = states_.inside[group], mass = states_.mass[group];
  const double leaving = f_left(own, inside, mass, at);
  const std::size_t stride = k_ + 1;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    gather_joined(own, candidates[i], inside, mass, at, at.joined.data() + i * stride);
  }
  xlog2x(at.joined.data(), at.f_joined.data(), candidates.size() * stride);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    out[i] = leaving + f_joined(own, candidates[i], at.f_joined.data() + i * stride, at);
}

/// Rows and columns `own` and `to` of B, and the masses of both, as they would be.
double LowRankCost::change_if_joined(std::size_t group, std::size_t to, const Workspace& at) const {
  const std::size_t own = partition_.of(group);
  const double inside = states_.inside[group], mass = states_.mass[group];
  const std::vector<double>&out = at.q, &in = at.q_into;
  double change = 0;
  const auto becomes = [&](std::size_t y, std::size_t c, double value) {
    change += xlog2x(b_[y * k_ + c] + value) - f_b_[y * k_ + c];
  };
  for (std::size_t c = 0; c < k_; ++c) {
    if (c == own || c == to) continue;
    becomes(own, c, -out[c]), becomes(c, own, -in[c]);
    becomes(to, c, out[c]), becomes(c, to, in[c]);
  }
  becomes(own, own, -out[own] - in[own] - inside);
  becomes(to, to, out[to] + in[to] + inside);
  becomes(own, to, in[own] - out[to]);
  becomes(to, own, out[own] - in[to]);
  return change - 2 * (xlog2x(p_[own] - mass) - f_p_[own] + xlog2x(p_[to] + mass) - f_p_[to]);
}

void LowRankCost::changes(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out,
                          Workspace& at) const {
  const std::size_t own = partition_.of(group);
  flows_to(states_.vector(group), into().data(), m_, k_, at.q.data());
  at.q[own] -= states_.inside[group];
  if (states_.chain.symmetric()) return changes_of_reversible(group, candidates, out, at);
  flows_to(states_.into(group), a_.data(), m_, k_, at.q_into.data());
  at.q_into[own] -= states_.inside[group];
  for (std::size_t i = 0; i < candidates.size(); ++i)
    out[i] = candidates[i] == own ? 0 : change_if_joined(group, candidates[i], at);
}

void LowRankCost::deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out,
                         Workspace& at) const {
  const std::uint32_t own = partition_.of(group);
  changes(group, candidates, out, at);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    out[i] = candidates[i] == own ? 0 : -(1 - beta_) * out[i];
  if (!origins_) return;
  std::vector<double> of_states(candidates.size(), 0);
  origins_->add_changes(group, own, candidates, of_states);
  const double mass = states_.mass[group], left = xlog2x(p_[own] - mass) - f_p_[own];
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::uint32_t to = candidates[i];
    if (to == own) continue;
    out[i] += (1 - 2 * beta_) * (of_states[i] - left - (xlog2x(p_[to] + mass) - f_p_[to]));
  }
}

double LowRankCost::delta_of(std::span<const Move> moves) {
  if (states_.chain.symmetric() && !origins_) return delta_of_reversible(moves);
  tried_a_ = a_, tried_into_ = into_, tried_p_ = p_;
  for (const Move& move : moves) {
    const std::uint32_t own = partition_.of(move.group);
    add_vectors(move.group, -1, own, tried_a_, tried_into_);
    add_vectors(move.group, 1, move.to, tried_a_, tried_into_);
    tried_p_[own] -= states_.mass[move.group], tried_p_[move.to] += states_.mass[move.group];
  }
  multiply(tried_a_, states_.chain.symmetric() ? tried_a_ : tried_into_, k_, tried_b_);
  const double f_clusters = sum_xlog2x(tried_p_.data(), k_);
  const double after = sum_xlog2x(tried_b_.data(), tried_b_.size()) - 2 * f_clusters;
  double delta = (1 - beta_) * (information() - after);
  if (origins_) {
    const double of_masses = f_clusters - std::accumulate(f_p_.begin(), f_p_.end(), 0.0);
    delta += (1 - 2 * beta_) * (origins_->change_of(moves, partition_) - of_masses);
  }
  return delta;
}

/// Only rows and columns of B whose clusters the moves touch change.
double LowRankCost::delta_of_reversible(std::span<const Move> moves) {
  touch(moves);
  double change = 0;
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    const std::size_t y = touched_[i];
    const double* column = touched_a_.data() + i * m_;
    std::ranges::fill(touched_b_, 0.0);
    for (std::size_t m = 0; m < m_; ++m) {
      for (std::size_t c = 0; c < k_; ++c) touched_b_[c] += column[m] * a_[m * k_ + c];
    }
    for (std::size_t j = 0; j < touched_.size(); ++j)
      touched_b_[touched_[j]] = std::inner_product(column, column + m_, touched_a_.data() + j * m_, 0.0);
    xlog2x(touched_b_.data(), touched_f_.data(), k_);
    for (std::size_t c = 0; c < k_; ++c) change += 2 * (touched_f_[c] - f_b_[y * k_ + c]);
    for (const std::uint32_t c : touched_) change -= touched_f_[c] - f_b_[y * k_ + c];  // counted from both
    change -= 2 * (xlog2x(touched_p_[i]) - f_p_[y]);
  }
  return -change / 2;
}

/// The columns of A, and the masses, that the clusters would have that the moves touch.
void LowRankCost::touch(std::span<const Move> moves) {
  touched_.clear(), touched_a_.clear(), touched_p_.clear();
  const auto column_of = [&](std::uint32_t cluster) {
    const auto at = static_cast<std::size_t>(std::ranges::find(touched_, cluster) - touched_.begin());
    if (at == touched_.size()) {
      touched_.push_back(cluster), touched_p_.push_back(p_[cluster]);
      for (std::size_t m = 0; m < m_; ++m) touched_a_.push_back(a_[m * k_ + cluster]);
    }
    return at;
  };
  for (const Move& move : moves) {
    const std::size_t from = column_of(partition_.of(move.group)), to = column_of(move.to);
    const double* v = states_.vector(move.group);
    for (std::size_t m = 0; m < m_; ++m) touched_a_[from * m_ + m] -= v[m], touched_a_[to * m_ + m] += v[m];
    touched_p_[from] -= states_.mass[move.group], touched_p_[to] += states_.mass[move.group];
  }
}

void LowRankCost::apply(std::size_t group, std::uint32_t to) {
  const std::uint32_t own = partition_.of(group);
  if (own == to) return;
  add_vectors(group, -1, own, a_, into_);
  add_vectors(group, 1, to, a_, into_);
  p_[own] -= states_.mass[group], p_[to] += states_.mass[group];
  const bool symmetric = states_.chain.symmetric();
  const std::vector<double>& w = into();
  for (const std::size_t y : {std::size_t{own}, std::size_t{to}}) {
    double* row = b_.data() + y * k_;
    std::fill(row, row + k_, 0.0);
    for (std::size_t m = 0; m < m_; ++m) {
      for (std::size_t c = 0; c < k_; ++c) row[c] += a_[m * k_ + y] * w[m * k_ + c];
    }
    for (std::size_t c = 0; c < k_; ++c) {
      if (symmetric) b_[c * k_ + y] = row[c];
      if (symmetric || c == y) continue;
      double flow = 0;
      for (std::size_t m = 0; m < m_; ++m) flow += a_[m * k_ + c] * w[m * k_ + y];
      b_[c * k_ + y] = flow;
    }
  }
  refresh(own), refresh(to);
  if (origins_) origins_->apply(group, own, to);
  partition_.move(group, to);
}

/// f of row and column y of B, and of its mass.
void LowRankCost::refresh(std::size_t y) {
  xlog2x(b_.data() + y * k_, f_b_.data() + y * k_, k_);
  for (std::size_t c = 0; c < k_; ++c) {
    if (c != y) f_b_[c * k_ + y] = states_.chain.symmetric() ? f_b_[y * k_ + c] : xlog2x(b_[c * k_ + y]);
  }
  f_p_[y] = xlog2x(p_[y]);
}

}  // namespace comac
