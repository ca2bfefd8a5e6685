// SPDX-License-Identifier: MIT
#include "chain/sparse_transition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "comac/base/error.hpp"

namespace comac {
namespace {

constexpr double good_enough = 1e-14;
constexpr double too_bad = 1e-6;
constexpr std::size_t most_sweeps = 20000;
constexpr std::size_t most_to_eliminate = 4000;  // where sweeps fail: some ten seconds and 0.3 GB
constexpr std::size_t few_states = 500;          // of which elimination, exact, takes no longer than sweeps

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
    if (!(p.values[e] < 0)) continue;  // what is no number shows in the sum
    refuse(fmt::format("row {} has the negative entry {} in column {}; expected probabilities", i,
                       p.values[e], p.columns[e]));
  }
  const double sum = row_sum(p, i);
  if (!(std::abs(sum - 1) <= row_sum_tolerance)) {
    refuse(fmt::format("row {} sums to {:.9g}; expected 1 (within {}), so divide the row by its sum", i, sum,
                       row_sum_tolerance));
  }
}

/// Parts of a chain that no transition joins.
struct Pieces {
  std::vector<std::uint32_t> of;     ///< the piece of each state
  std::vector<std::uint32_t> first;  ///< the first state of each piece
  std::vector<double> share;         ///< of all states
};

Pieces pieces_of(const SparseMatrix& p, const SparseMatrix& into) {
  constexpr std::uint32_t none = UINT32_MAX;
  Pieces pieces{std::vector<std::uint32_t>(p.rows(), none), {}, {}};
  std::vector<std::uint32_t> open;
  for (std::uint32_t first = 0; first < p.rows(); ++first) {
    if (pieces.of[first] != none) continue;
    const auto piece = static_cast<std::uint32_t>(pieces.first.size());
    const auto visit = [&](std::uint32_t i) {
      if (pieces.of[i] == none) pieces.of[i] = piece, open.push_back(i);
    };
    std::size_t states = 0;
    for (visit(first); !open.empty(); ++states) {
      const std::uint32_t i = open.back();
      open.pop_back();
      for (const SparseMatrix* matrix : {&p, &into}) {
        for (std::size_t e = matrix->offsets[i]; e < matrix->offsets[i + 1]; ++e)
          if (matrix->values[e] > 0) visit(matrix->columns[e]);
      }
    }
    pieces.first.push_back(first);
    pieces.share.push_back(static_cast<double>(states) / static_cast<double>(p.rows()));
  }
  return pieces;
}

/// Calls edge(i, e) for the first entry e > 0 by which each state is reached from one of `starts`, nearest
/// first. Returns which states were reached.
template <class Edge>
std::vector<bool> walk(const SparseMatrix& p, std::vector<std::uint32_t> starts, Edge edge) {
  std::vector<bool> seen(p.rows(), false);
  std::vector<std::uint32_t> queue = std::move(starts);
  for (const auto start : queue) seen[start] = true;
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

/// Each piece may be a chain by itself; within one, every state has to reach every other.
void check_irreducible(const SparseMatrix& p) {
  const auto ignore = [](std::uint32_t, std::size_t) {};
  const SparseMatrix into = transpose(p);
  const Pieces pieces = pieces_of(p, into);
  const auto there = walk(p, pieces.first, ignore);
  const auto back = walk(into, pieces.first, ignore);
  for (std::size_t i = 0; i < p.rows(); ++i) {
    if (there[i] && back[i]) continue;
    refuse(fmt::format(
        "row {} {} row {}, so the chain is reducible and its stationary distribution is not unique; "
        "expected every state to reach every other",
        i, there[i] ? "has no path to" : "cannot be reached from", pieces.first[pieces.of[i]]));
  }
}

double entry(const SparseMatrix& p, std::size_t i, std::uint32_t j) {
  const auto begin = p.columns.begin() + static_cast<std::ptrdiff_t>(p.offsets[i]);
  const auto end = p.columns.begin() + static_cast<std::ptrdiff_t>(p.offsets[i + 1]);
  const auto found = std::lower_bound(begin, end, j);
  return found != end && *found == j ? p.values[static_cast<std::size_t>(found - p.columns.begin())] : 0;
}

/// The masses for which mu(i) P(i,j) = mu(j) P(j,i) along a tree: mu itself if the chain is reversible.
std::vector<double> balanced_masses(const SparseMatrix& p, const Pieces& pieces) {
  std::vector<double> mu(p.rows(), 1.0);
  walk(p, pieces.first, [&](std::uint32_t i, std::size_t e) {
    const double back = entry(p, p.columns[e], i);
    mu[p.columns[e]] = back > 0 ? mu[i] * p.values[e] / back : mu[i];
  });
  return mu;
}

/// Each piece with as much mass as it has of the states: the walk begins anywhere.
void normalise(std::vector<double>& mu, const Pieces& pieces) {
  std::vector<double> sum(pieces.first.size(), 0);
  for (std::size_t i = 0; i < mu.size(); ++i) sum[pieces.of[i]] += mu[i];
  for (std::size_t i = 0; i < mu.size(); ++i) mu[i] *= pieces.share[pieces.of[i]] / sum[pieces.of[i]];
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
void sweep(const SparseMatrix& into, const Pieces& pieces, std::vector<double>& mu) {
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
  normalise(mu, pieces);
}

bool nearly_symmetric(const SparseMatrix& joint, const SparseMatrix& back) {
  if (joint.columns != back.columns || joint.offsets != back.offsets) return false;
  for (std::size_t e = 0; e < joint.values.size(); ++e) {
    const double there = joint.values[e], again = back.values[e];
    if (!(std::abs(there - again) <= 1e-12 * (std::abs(there) + std::abs(again)))) return false;
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
  const Pieces pieces = pieces_of(transition, into);
  Stationary best{balanced_masses(transition, pieces), 0};
  normalise(best.mass, pieces);
  best.residual = residual_of(into, best.mass);
  if (best.residual > good_enough && transition.rows() <= few_states && pieces.first.size() == 1)
    return stationary_distribution(dense_table(transition));
  std::vector<double> mu = best.mass;
  std::size_t idle = 0;  // tens of sweeps that were no better than the best
  for (std::size_t s = 1; s <= most_sweeps && best.residual > good_enough && idle < 20; ++s) {
    sweep(into, pieces, mu);
    if (s % 10 != 0) continue;
    const double residual = residual_of(into, mu);
    idle = residual < best.residual ? 0 : idle + 1;
    if (residual < best.residual) best = {mu, residual};
    if (progress.report({"chain", static_cast<double>(s) / most_sweeps})) {
      throw Error(ErrorCode::interrupted, "interrupted while the chain was built; there is no result yet");
    }
  }
  if (!(best.residual <= too_bad) && transition.rows() <= most_to_eliminate && pieces.first.size() == 1)
    return stationary_distribution(dense_table(transition));
  if (!(best.residual <= too_bad)) {
    refuse(
        fmt::format("its stationary distribution was found only up to {:.1g}; expected a chain whose parts "
                    "are less separate (use {} for a direct solution)",
                    best.residual, setting("chain", "dense")));
  }
  return best;
}

namespace {

/// Whether a matrix holds similarities instead of chances: most of its rows don't sum to 1, or some don't and
/// it is symmetric.
bool are_similarities(const SparseMatrix& matrix) {
  std::size_t other_sums = 0;
  for (std::size_t i = 0; i < matrix.rows(); ++i)
    other_sums += std::abs(row_sum(matrix, i) - 1) <= row_sum_tolerance ? 0 : 1;
  if (2 * other_sums > matrix.rows()) return true;
  return other_sums > 0 && nearly_symmetric(matrix, transpose(matrix));
}

void check_similarities(const SparseMatrix& matrix) {
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    const double sum = row_sum(matrix, i);
    const auto begin = matrix.values.begin() + static_cast<std::ptrdiff_t>(matrix.offsets[i]);
    const auto end = matrix.values.begin() + static_cast<std::ptrdiff_t>(matrix.offsets[i + 1]);
    const auto wrong = std::find_if(begin, end, [](double value) { return !(value >= 0); });
    if (wrong != end) {
      refuse(fmt::format("row {} has the similarity {} to row {}; expected 0 or more", i, *wrong,
                         matrix.columns[static_cast<std::size_t>(wrong - matrix.values.begin())]));
    }
    if (!(sum > 0) || !std::isfinite(sum))
      refuse(
          fmt::format("the similarities of row {} sum to {:.9g}; expected each row to be similar to some "
                      "row, if only to itself",
                      i, sum));
  }
}

}  // namespace

std::optional<SparseMatrix> joint_of_similarities(const SparseMatrix& matrix) {
  if (!are_similarities(matrix)) return std::nullopt;
  check_similarities(matrix);
  std::vector<MatrixEntry> entries;
  double total = 0;
  for (std::uint32_t i = 0; i < matrix.rows(); ++i) total += row_sum(matrix, i);
  for (std::uint32_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) {
      const double mass = matrix.values[e] / (2 * total);
      if (mass == 0) continue;
      entries.push_back({i, matrix.columns[e], mass});
      entries.push_back({matrix.columns[e], i, mass});
    }
  }
  return sparse_matrix(matrix.rows(), std::move(entries));
}

SparseMatrix divided_by_row_sums(SparseMatrix matrix) {
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    const double sum = row_sum(matrix, i);
    for (std::size_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) matrix.values[e] /= sum;
  }
  return matrix;
}

SparseTransitionChain transition_chain(SparseMatrix transition, ProgressGate& progress) {
  if (auto joint = joint_of_similarities(transition)) return {SparseChain::reversible(*std::move(joint)), 0};
  check_transition(transition);
  transition = divided_by_row_sums(std::move(transition));
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
