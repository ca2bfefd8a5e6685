// SPDX-License-Identifier: MIT
#include "chain/sparse_transition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "comac/base/error.hpp"

namespace comac {
namespace {

constexpr double good_enough = 1e-14;
constexpr double too_bad = 1e-6;
constexpr std::size_t most_sweeps = 20000;

[[noreturn]] void refuse(const std::string& sentence) {
  throw Error(ErrorCode::data, "transition matrix: " + sentence);
}

double row_sum(const SparseMatrix& p, std::size_t i) {
  double sum = 0;
  for (std::size_t e = p.offsets[i]; e < p.offsets[i + 1]; ++e) sum += p.values[e];
  return sum;
}

void check_row(const SparseMatrix& p, std::size_t i) {
  for (std::size_t e = p.offsets[i]; e < p.offsets[i + 1]; ++e) {
    if (p.values[e] >= 0) continue;
    refuse(fmt::format("row {} has the negative entry {} in column {}; expected probabilities", i,
                       p.values[e], p.columns[e]));
  }
  const double sum = row_sum(p, i);
  if (!(std::abs(sum - 1) <= row_sum_tolerance)) {
    refuse(fmt::format("row {} sums to {:.9g}; expected 1 (within {}), so divide the row by its sum", i, sum,
                       row_sum_tolerance));
  }
}

/// Calls edge(i, e) for the first entry e > 0 by which each state but 0 is reached from state 0, nearest
/// first. Returns which states were reached.
template <class Edge>
std::vector<bool> walk(const SparseMatrix& p, Edge edge) {
  std::vector<bool> seen(p.rows(), false);
  std::vector<std::uint32_t> queue{0};
  seen[0] = true;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const std::uint32_t i = queue[at];
    for (std::size_t e = p.offsets[i]; e < p.offsets[i + 1]; ++e) {
      const std::uint32_t j = p.columns[e];
      if (seen[j] || p.values[e] <= 0) continue;
      seen[j] = true;
      edge(i, e);
      queue.push_back(j);
    }
  }
  return seen;
}

void check_irreducible(const SparseMatrix& p) {
  const auto ignore = [](std::uint32_t, std::size_t) {};
  const auto there = walk(p, ignore);
  const auto back = walk(transpose(p), ignore);
  for (std::size_t i = 0; i < p.rows(); ++i) {
    if (there[i] && back[i]) continue;
    refuse(fmt::format(
        "row {} {} row 0, so the chain is reducible and its stationary distribution is not unique; "
        "expected every state to reach every other",
        i, there[i] ? "has no path to" : "cannot be reached from"));
  }
}

double entry(const SparseMatrix& p, std::size_t i, std::uint32_t j) {
  const auto begin = p.columns.begin() + static_cast<std::ptrdiff_t>(p.offsets[i]);
  const auto end = p.columns.begin() + static_cast<std::ptrdiff_t>(p.offsets[i + 1]);
  const auto found = std::lower_bound(begin, end, j);
  return found != end && *found == j ? p.values[static_cast<std::size_t>(found - p.columns.begin())] : 0;
}

/// The masses for which mu(i) P(i,j) = mu(j) P(j,i) along a tree: mu itself if the chain is reversible.
std::vector<double> balanced_masses(const SparseMatrix& p) {
  std::vector<double> mu(p.rows(), 1.0);
  walk(p, [&](std::uint32_t i, std::size_t e) {
    const double back = entry(p, p.columns[e], i);
    mu[p.columns[e]] = back > 0 ? mu[i] * p.values[e] / back : mu[i];
  });
  return mu;
}

void normalise(std::vector<double>& mu) {
  const double sum = std::accumulate(mu.begin(), mu.end(), 0.0);
  for (double& mass : mu) mass /= sum;
}

/// sum |mu P - mu|, with the transpose of P.
double residual_of(const SparseMatrix& into, const std::vector<double>& mu) {
  double residual = 0;
  for (std::size_t j = 0; j < into.rows(); ++j) {
    double mass = -mu[j];
    for (std::size_t e = into.offsets[j]; e < into.offsets[j + 1]; ++e)
      mass += mu[into.columns[e]] * into.values[e];
    residual += std::abs(mass);
  }
  return residual;
}

/// mu(j) goes most of the way to what flows into j from elsewhere, divided by the share that leaves. All of
/// the way, a cycle against the order of the states would be passed round for ever.
void sweep(const SparseMatrix& into, std::vector<double>& mu) {
  for (std::size_t j = 0; j < into.rows(); ++j) {
    double mass = 0, stays = 0;
    for (std::size_t e = into.offsets[j]; e < into.offsets[j + 1]; ++e) {
      if (into.columns[e] == j) {
        stays = into.values[e];
      } else {
        mass += mu[into.columns[e]] * into.values[e];
      }
    }
    if (stays < 1) mu[j] += 0.9 * (mass / (1 - stays) - mu[j]);
  }
  normalise(mu);
}

bool nearly_symmetric(const SparseMatrix& joint, const SparseMatrix& back) {
  if (joint.columns != back.columns || joint.offsets != back.offsets) return false;
  for (std::size_t e = 0; e < joint.values.size(); ++e) {
    if (std::abs(joint.values[e] - back.values[e]) > 1e-12 * (joint.values[e] + back.values[e])) return false;
  }
  return true;
}

}  // namespace

void check_transition(const SparseMatrix& transition) {
  for (std::size_t i = 0; i < transition.rows(); ++i) check_row(transition, i);
  check_irreducible(transition);
}

Stationary stationary_distribution(const SparseMatrix& transition, ProgressGate& progress) {
  const SparseMatrix into = transpose(transition);
  Stationary best{balanced_masses(transition), 0};
  normalise(best.mass);
  best.residual = residual_of(into, best.mass);
  std::vector<double> mu = best.mass;
  std::size_t idle = 0;  // tens of sweeps that were no better than the best
  for (std::size_t s = 1; s <= most_sweeps && best.residual > good_enough && idle < 20; ++s) {
    sweep(into, mu);
    if (s % 10 != 0) continue;
    const double residual = residual_of(into, mu);
    idle = residual < best.residual ? 0 : idle + 1;
    if (residual < best.residual) best = {mu, residual};
    if (progress.report({"chain", static_cast<double>(s) / most_sweeps})) {
      throw Error(ErrorCode::interrupted, "interrupted while the chain was built; there is no result yet");
    }
  }
  if (!(best.residual <= too_bad)) {
    refuse(
        fmt::format("its stationary distribution was found only up to {:.1g}; expected a chain whose parts "
                    "are less separate (use {} for a direct solution)",
                    best.residual, setting("chain", "dense")));
  }
  return best;
}

SparseTransitionChain transition_chain(SparseMatrix transition, ProgressGate& progress) {
  check_transition(transition);
  for (std::size_t i = 0; i < transition.rows(); ++i) {
    const double sum = row_sum(transition, i);
    for (std::size_t e = transition.offsets[i]; e < transition.offsets[i + 1]; ++e)
      transition.values[e] /= sum;
  }
  const auto [mass, residual] = stationary_distribution(transition, progress);
  for (std::size_t i = 0; i < transition.rows(); ++i) {
    for (std::size_t e = transition.offsets[i]; e < transition.offsets[i + 1]; ++e)
      transition.values[e] *= mass[i];
  }
  const SparseMatrix back = transpose(transition);
  if (!nearly_symmetric(transition, back)) return {SparseChain::general(std::move(transition)), residual};
  for (std::size_t e = 0; e < back.values.size(); ++e) {
    transition.values[e] = (transition.values[e] + back.values[e]) / 2;
  }
  return {SparseChain::reversible(std::move(transition)), residual};
}

}  // namespace comac
