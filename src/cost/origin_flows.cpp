// SPDX-License-Identifier: MIT
#include "cost/origin_flows.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "cost/xlog2x.hpp"

namespace comac {

OriginFlows::OriginFlows(const Grouped<LowRankChain>& states, const Partition& start)
    : states_(&states), q_(start.clusters() * states.chain.origins(), 0), f_(start.clusters(), 0) {
  const LowRankChain& chain = states.chain;
  std::vector<double> into(start.clusters() * chain.factors(), 0);
  for (std::size_t g = 0; g < start.groups(); ++g) {
    for (std::size_t m = 0; m < chain.factors(); ++m)
      into[start.of(g) * chain.factors() + m] += states.into(g)[m];
  }
  for (std::size_t y = 0; y < start.clusters(); ++y) {
    double* column = q_.data() + y * origins();
    for (std::size_t r = 0; r < origins(); ++r)
      column[r] = dot(chain.origin(r), into.data() + y * chain.factors(), chain.factors());
    f_[y] = sum_xlog2x(column, origins());
  }
  f_masses_ = sum_xlog2x(chain.origin_masses().data(), origins());
}

double OriginFlows::value() const { return std::accumulate(f_.begin(), f_.end(), 0.0) - f_masses_; }

/// J(r,G) for every origin r.
std::vector<double> OriginFlows::mass_into(std::size_t group) const {
  const LowRankChain& chain = states_->chain;
  std::vector<double> mass(origins());
  for (std::size_t r = 0; r < mass.size(); ++r)
    mass[r] = dot(chain.origin(r), states_->into(group), chain.factors());
  return mass;
}

void OriginFlows::add_changes(std::size_t group, std::uint32_t own, std::span<const std::uint32_t> candidates,
                              std::span<double> changes) const {
  const std::vector<double> mass = mass_into(group);
  const double leaves = sum_xlog2x_shifted(column(own), mass.data(), -1, mass.size()) - f_[own];
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::uint32_t to = candidates[i];
    if (to == own) continue;
    changes[i] += leaves + sum_xlog2x_shifted(column(to), mass.data(), 1, mass.size()) - f_[to];
  }
}

double OriginFlows::change_of(std::span<const Move> moves, const Partition& partition) const {
  std::map<std::uint32_t, std::vector<double>> changed;
  const auto changed_column = [&](std::uint32_t y) -> std::vector<double>& {
    auto& values = changed[y];
    if (values.empty()) values.assign(column(y), column(y) + origins());
    return values;
  };
  for (const Move& move : moves) {
    const std::vector<double> mass = mass_into(move.group);
    std::vector<double>& from = changed_column(partition.of(move.group));
    for (std::size_t r = 0; r < mass.size(); ++r) from[r] -= mass[r];
    std::vector<double>& to = changed_column(move.to);
    for (std::size_t r = 0; r < mass.size(); ++r) to[r] += mass[r];
  }
  double change = 0;
  for (const auto& [y, values] : changed) change += sum_xlog2x(values.data(), values.size()) - f_[y];
  return change;
}

void OriginFlows::apply(std::size_t group, std::uint32_t from, std::uint32_t to) {
  const std::vector<double> mass = mass_into(group);
  for (std::size_t r = 0; r < mass.size(); ++r) {
    q_[from * origins() + r] -= mass[r];
    q_[to * origins() + r] += mass[r];
  }
  for (const std::uint32_t y : {from, to}) f_[y] = sum_xlog2x(column(y), origins());
}

}  // namespace comac
