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

/// B = A'A.
void multiply(const std::vector<double>& a, std::size_t clusters, std::vector<double>& b) {
  std::fill(b.begin(), b.end(), 0.0);
  for (std::size_t m = 0; m * clusters < a.size(); ++m) {
    const double* row = a.data() + m * clusters;
    for (std::size_t y = 0; y < clusters; ++y) {
      for (std::size_t c = 0; c < clusters; ++c) b[y * clusters + c] += row[y] * row[c];
    }
  }
}

}  // namespace

LowRankCost::LowRankCost(const Grouped<LowRankChain>& states, Partition start, double)
    : states_(states),
      partition_(std::move(start)),
      k_(partition_.clusters()),
      m_(states.chain.factors()),
      a_(m_ * k_, 0),
      b_(k_ * k_, 0),
      f_b_(b_),
      p_(k_, 0),
      f_p_(p_),
      own_(workspace()),
      tried_a_(a_),
      tried_b_(b_),
      tried_p_(p_) {
  for (std::size_t g = 0; g < partition_.groups(); ++g) {
    add(states_.vector(g), 1, partition_.of(g), k_, a_);
    p_[partition_.of(g)] += states_.mass[g];
  }
  multiply(a_, k_, b_);
  for (std::size_t y = 0; y < k_; ++y) refresh(y);
}

LowRankCost::Workspace LowRankCost::workspace() const {
  const std::vector<double> one(k_ + 1, 0), all(k_ * (k_ + 1), 0);
  return {std::vector<double>(k_, 0), one, one, all, all};
}

double LowRankCost::information() const {
  return std::accumulate(f_b_.begin(), f_b_.end(), 0.0) - 2 * std::accumulate(f_p_.begin(), f_p_.end(), 0.0);
}

double LowRankCost::value() const { return -information() / 2; }

CostTerms LowRankCost::terms() const {
  std::vector<double> flows(k_);
  double f_flows = 0;
  for (std::size_t x = 0; x < states_.chain.states(); ++x) {
    flows_to(states_.chain.row(x), a_.data(), m_, k_, flows.data());
    f_flows += sum_xlog2x(flows.data(), k_);
  }
  const double f_masses = sum_xlog2x(states_.chain.masses().data(), states_.chain.states());
  return {0.5, f_flows - f_masses - std::accumulate(f_p_.begin(), f_p_.end(), 0.0), information()};
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

void LowRankCost::deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out,
                         Workspace& at) const {
  const std::size_t own = partition_.of(group);
  const double inside = states_.inside[group], mass = states_.mass[group];
  flows_to(states_.vector(group), a_.data(), m_, k_, at.q.data());
  at.q[own] -= inside;
  const double leaving = f_left(own, inside, mass, at);
  const std::size_t stride = k_ + 1;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    gather_joined(own, candidates[i], inside, mass, at, at.joined.data() + i * stride);
  }
  xlog2x(at.joined.data(), at.f_joined.data(), candidates.size() * stride);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double joining = f_joined(own, candidates[i], at.f_joined.data() + i * stride, at);
    out[i] = candidates[i] == own ? 0 : -(leaving + joining) / 2;
  }
}

double LowRankCost::delta_of(std::span<const Move> moves) {
  tried_a_ = a_, tried_p_ = p_;
  for (const Move& move : moves) {
    const std::uint32_t own = partition_.of(move.group);
    add(states_.vector(move.group), -1, own, k_, tried_a_);
    add(states_.vector(move.group), 1, move.to, k_, tried_a_);
    tried_p_[own] -= states_.mass[move.group], tried_p_[move.to] += states_.mass[move.group];
  }
  multiply(tried_a_, k_, tried_b_);
  const double after = sum_xlog2x(tried_b_.data(), tried_b_.size()) - 2 * sum_xlog2x(tried_p_.data(), k_);
  return (information() - after) / 2;
}

void LowRankCost::apply(std::size_t group, std::uint32_t to) {
  const std::uint32_t own = partition_.of(group);
  if (own == to) return;
  add(states_.vector(group), -1, own, k_, a_);
  add(states_.vector(group), 1, to, k_, a_);
  p_[own] -= states_.mass[group], p_[to] += states_.mass[group];
  for (const std::size_t y : {std::size_t{own}, std::size_t{to}}) {
    double* row = b_.data() + y * k_;
    std::fill(row, row + k_, 0.0);
    for (std::size_t m = 0; m < m_; ++m) {
      for (std::size_t c = 0; c < k_; ++c) row[c] += a_[m * k_ + y] * a_[m * k_ + c];
    }
    for (std::size_t c = 0; c < k_; ++c) b_[c * k_ + y] = row[c];
  }
  refresh(own), refresh(to);
  partition_.move(group, to);
}

/// f of row and column y of B, and of its mass.
void LowRankCost::refresh(std::size_t y) {
  xlog2x(b_.data() + y * k_, f_b_.data() + y * k_, k_);
  for (std::size_t c = 0; c < k_; ++c) f_b_[c * k_ + y] = f_b_[y * k_ + c];
  f_p_[y] = xlog2x(p_[y]);
}

}  // namespace comac
