// SPDX-License-Identifier: MIT
#include "select/coarse.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/vectorise.hpp"
#include "optimise/coarsen.hpp"

namespace comac {
namespace {

// Single precision: what is left rough is far above its rounding, and half as much goes through memory.
using Block = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t smoothing_steps = 4;
constexpr double least_shrink = 0.95;
constexpr std::size_t rows_at_once = 4096, groups_at_once = 64;
constexpr double least_of_its_own = 1e-9;  // squared, of a vector of length 1 beside the others

Groups joined(const Groups& fine, const Groups& coarse) {
  std::vector<std::uint32_t> group(fine.rows());
  for (std::size_t x = 0; x < group.size(); ++x) group[x] = coarse.group_of(fine.group_of(x));
  return Groups(group);
}

/// Vectors of states, `count` numbers for each, that lie at place[state] or, without places, at the state's.
struct PlacedRows {
  const float* values;
  std::size_t count;
  const std::uint32_t* place;
  const float* of(std::uint32_t state) const {
    return values + (place == nullptr ? state : place[state]) * count;
  }
};

/// What the flows bring together, times `scale`. Rows lie anywhere in memory, so they are asked for early.
COMAC_VECTORISE void gather(const Flows& flows, double scale, const PlacedRows& from, float* __restrict to) {
  constexpr std::size_t ahead = 8, line = 16;
  const std::size_t count = from.count;
  std::fill(to, to + count, 0.0F);
  for (std::size_t e = 0; e < flows.size(); ++e) {
    if (e + ahead < flows.size()) {
      const float* next = from.of(flows.state[e + ahead]);
      for (std::size_t m = 0; m < count; m += line) __builtin_prefetch(next + m);
    }
    const auto factor = static_cast<float>(flows.mass[e] * scale);
    const float* row = from.of(flows.state[e]);
    for (std::size_t m = 0; m < count; ++m) to[m] += factor * row[m];
  }
}

/// What each state expects of the vectors after a step: P x. Not to be used if cancelled.
Block step(const SparseChain& chain, const PlacedRows& x, std::size_t threads, ProgressGate& progress) {
  Block y(static_cast<Eigen::Index>(chain.states()), static_cast<Eigen::Index>(x.count));
  parallel_for(chain.states(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    if (progress.report({"scale", 0})) return;
    for (std::size_t i = begin; i < end; ++i)
      gather(chain.from(i), 1 / chain.mass(i), x, y.data() + i * x.count);
  });
  return y;
}

PlacedRows in_place(const Block& x) { return {x.data(), static_cast<std::size_t>(x.cols()), nullptr}; }

/// x' D y with D the masses, in pieces whose order doesn't depend on the threads.
Eigen::MatrixXd products(const SparseChain& chain, const Block& x, const Block& y, std::size_t threads) {
  const std::size_t pieces = (chain.states() + rows_at_once - 1) / rows_at_once;
  std::vector<Eigen::MatrixXd> part(pieces);
  parallel_for(pieces, 1, threads, [&](std::size_t piece, std::size_t) {
    const auto begin = static_cast<Eigen::Index>(piece * rows_at_once);
    const auto count = std::min<Eigen::Index>(static_cast<Eigen::Index>(rows_at_once), x.rows() - begin);
    const Eigen::Map<const Eigen::VectorXd> mass(chain.masses().data() + begin, count);
    const Eigen::MatrixXd weighted = mass.asDiagonal() * y.middleRows(begin, count).cast<double>();
    part[piece] = x.middleRows(begin, count).cast<double>().transpose() * weighted;
  });
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(x.cols(), y.cols());
  for (const auto& p : part) sum += p;
  return sum;
}

/// Combinations that are orthonormal where the vectors' products are these; what a vector has in common with
/// others is left out.
Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& products) {
  const Eigen::VectorXd unit = products.diagonal().cwiseSqrt().cwiseMax(1e-30).cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(unit.asDiagonal() * products *
                                                              unit.asDiagonal());
  const Eigen::VectorXd& values = solver.eigenvalues();
  const auto kept = (values.array() > least_of_its_own).count();
  return unit.asDiagonal() * solver.eigenvectors().rightCols(kept) *
         values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

/// D^1/2 x, combined: what a spectrum keeps.
std::vector<double> combined(const SparseChain& chain, const Block& x, const Eigen::MatrixXd& by,
                             std::size_t threads) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<double> result(chain.states() * static_cast<std::size_t>(by.cols()));
  parallel_for(chain.states(), rows_at_once, threads, [&](std::size_t first, std::size_t end) {
    const auto begin = static_cast<Eigen::Index>(first), count = static_cast<Eigen::Index>(end - first);
    const Eigen::Map<const Eigen::VectorXd> mass(chain.masses().data() + first, count);
    Eigen::Map<Rows> to(result.data() + begin * by.cols(), count, by.cols());
    to.noalias() = x.middleRows(begin, count).cast<double>() * by;
    to.array().colwise() *= mass.array().sqrt();
  });
  return result;
}

/// The vectors of coarse states as chances: whatever the masses, those of a group's rows are the same.
Block chances_of(const Spectrum& coarse) {
  Block x(static_cast<Eigen::Index>(coarse.states), static_cast<Eigen::Index>(coarse.pairs));
  for (std::size_t g = 0; g < coarse.states; ++g) {
    const double root = std::sqrt(coarse.masses[g]);
    for (std::size_t m = 0; m < coarse.pairs; ++m)
      x(static_cast<Eigen::Index>(g), static_cast<Eigen::Index>(m)) =
          static_cast<float>(coarse.vector_of(g)[m] / root);
  }
  return x;
}

MatchOptions match_options(const CoarseOptions& options) {
  return {options.clusters, 2.0 / static_cast<double>(options.states)};
}

/// Merges states of a level, which are the groups, until few are left.
void coarsen_on(CoarseLevel& level, Groups& groups, const CoarseOptions& options, Random& random,
                ProgressGate& progress) {
  while (level.chain.states() > options.states && !progress.report({"scale", 0})) {
    const Groups more = match_states(level, match_options(options), random);
    if (static_cast<double>(more.count()) > least_shrink * static_cast<double>(more.rows())) break;
    level = contract(level, more, options.threads);
    groups = joined(groups, more);
  }
}

/// Rows that must be together as one group, and those that exclude others each by itself; the others stay
/// with their near ones.
Groups set_apart(std::span<const std::uint32_t> near, const Constraints& constraints) {
  const auto& [components, exclusive, explicit_must, dropped, colourings] = constraints;
  const std::uint32_t first = near.empty() ? 0 : 1 + *std::ranges::max_element(near);
  std::vector<std::uint32_t> id(near.begin(), near.end());
  for (std::uint32_t c = 0; c < components.count(); ++c) {
    if (components.size(c) == 1 && exclusive.of(c).empty()) continue;
    for (const auto row : components.members(c)) id[row] = first + c;
  }
  return Groups(id);
}

}  // namespace

CoarseChain coarsened(const SparseChain& chain, const CoarseOptions& options, ProgressGate& progress) {
  const Adjacency nothing(chain.states(), {});
  Random random(options.seed);
  Groups groups = match_states({chain, nothing}, match_options(options), random);
  CoarseLevel level = contract({chain, nothing}, groups, options.threads);
  coarsen_on(level, groups, options, random, progress);
  return {std::move(level.chain), std::move(groups)};
}

CoarseStates coarse_states(const SparseChain& chain, std::span<const std::uint32_t> near,
                           const Constraints& constraints, const CoarseOptions& options,
                           ProgressGate& progress) {
  Groups groups = set_apart(near, constraints);
  Adjacency exclusive = between_first_states(constraints.exclusive, constraints.components);
  if (groups.count() > 2 * options.states) {
    Random random(options.seed);
    CoarseLevel level = contract({chain, exclusive}, groups, options.threads);
    coarsen_on(level, groups, options, random, progress);
  }
  const std::size_t states = groups.count();
  return {{Groups::singletons(states), contract(exclusive, groups), {}, {}}, std::move(groups)};
}

Spectrum refined_spectrum(const SparseChain& chain, const Spectrum& coarse, const Groups& groups,
                          std::size_t threads, ProgressGate& progress) {
  std::vector<std::uint32_t> near(chain.states());
  for (std::size_t i = 0; i < near.size(); ++i) near[i] = groups.group_of(i);
  const Block of_groups = chances_of(coarse);
  Block x = step(chain, {of_groups.data(), coarse.pairs, near.data()}, threads, progress);
  for (std::size_t s = 1; s < smoothing_steps; ++s) x = step(chain, in_place(x), threads, progress);
  const Block y = step(chain, in_place(x), threads, progress);
  const std::vector<double> masses(chain.masses().begin(), chain.masses().end());
  if (progress.stopped())
    return {chain.states(), 1, {0}, std::vector<double>(chain.states(), 0), masses, std::move(near)};
  const Eigen::MatrixXd basis = orthonormal(products(chain, x, x, threads));
  const Eigen::MatrixXd moved = products(chain, x, y, threads);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(basis.transpose() * moved * basis);
  const Eigen::MatrixXd by = basis * solver.eigenvectors().rowwise().reverse();
  std::vector<double> values;
  for (const double value : solver.eigenvalues().reverse()) values.push_back(std::clamp(value, 0.0, 1.0));
  return {chain.states(),
          static_cast<std::size_t>(by.cols()),
          std::move(values),
          combined(chain, x, by, threads),
          masses,
          std::move(near)};
}

Spectrum contracted(const Spectrum& spectrum, const Groups& groups, std::size_t threads) {
  const std::size_t pairs = spectrum.pairs;
  Spectrum result{groups.count(), pairs, spectrum.values, std::vector<double>(groups.count() * pairs, 0),
                  std::vector<double>(groups.count(), 0)};
  parallel_for(groups.count(), groups_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t g = begin; g < end; ++g) {
      double* sum = result.vectors.data() + g * pairs;
      for (const auto x : groups.members(g)) {
        const double root = std::sqrt(spectrum.masses[x]);
        for (std::size_t m = 0; m < pairs; ++m) sum[m] += root * spectrum.vector_of(x)[m];
        result.masses[g] += spectrum.masses[x];
      }
      const double root = std::sqrt(result.masses[g]);
      for (std::size_t m = 0; m < pairs; ++m) sum[m] /= root;
    }
  });
  return result;
}

Spectrum spectrum_of_rows(const Spectrum& spectrum, const std::vector<std::uint32_t>& rows) {
  Spectrum result{rows.size(), spectrum.pairs, spectrum.values, {}, {}};
  for (const auto row : rows) {
    result.vectors.insert(result.vectors.end(), spectrum.vector_of(row),
                          spectrum.vector_of(row) + spectrum.pairs);
    result.masses.push_back(spectrum.masses[row]);
  }
  return result;
}

}  // namespace comac
