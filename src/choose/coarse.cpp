// SPDX-License-Identifier: MIT
#include "choose/coarse.hpp"

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

using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t smoothing_steps = 4;
constexpr double least_shrink = 0.95;
constexpr std::size_t rows_at_once = 4096;

Groups joined(const Groups& fine, const Groups& coarse) {
  std::vector<std::uint32_t> group(fine.rows());
  for (std::size_t x = 0; x < group.size(); ++x) group[x] = coarse.group_of(fine.group_of(x));
  return Groups(group);
}

COMAC_VECTORISE void add_scaled(const double* from, double factor, std::size_t count, double* to) {
  for (std::size_t m = 0; m < count; ++m) to[m] += factor * from[m];
}

/// S times all vectors at once.
Block step(const SparseChain& chain, const Eigen::VectorXd& root, const Block& x, std::size_t threads) {
  const auto pairs = static_cast<std::size_t>(x.cols());
  Block y = Block::Zero(x.rows(), x.cols());
  parallel_for(chain.states(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double own = root[static_cast<Eigen::Index>(i)];
      chain.each_from(i, [&](std::uint32_t j, double mass) {
        add_scaled(x.data() + j * pairs, mass / (own * root[j]), pairs, y.data() + i * pairs);
      });
    }
  });
  return y;
}

/// x' y, in pieces whose order doesn't depend on the threads.
Eigen::MatrixXd products(const Block& x, const Block& y, std::size_t threads) {
  const auto rows = static_cast<std::size_t>(x.rows());
  const std::size_t pieces = (rows + rows_at_once - 1) / rows_at_once;
  std::vector<Eigen::MatrixXd> part(pieces);
  parallel_for(pieces, 1, threads, [&](std::size_t piece, std::size_t) {
    const auto begin = static_cast<Eigen::Index>(piece * rows_at_once);
    const auto count = std::min<Eigen::Index>(static_cast<Eigen::Index>(rows_at_once), x.rows() - begin);
    part[piece] = x.middleRows(begin, count).transpose() * y.middleRows(begin, count);
  });
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(x.cols(), y.cols());
  for (const auto& p : part) sum += p;
  return sum;
}

void multiply(Block& x, const Eigen::MatrixXd& by, std::size_t threads) {
  parallel_for(
      static_cast<std::size_t>(x.rows()), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
        auto rows = x.middleRows(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin));
        const Block product = rows * by;
        rows.leftCols(product.cols()) = product;
      });
  if (by.cols() < x.cols()) x.conservativeResize(Eigen::NoChange, by.cols());
}

/// Makes the vectors orthonormal; those that the others hold already are left out.
void orthonormalise(Block& x, std::size_t threads) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products(x, x, threads));
  const Eigen::VectorXd values = solver.eigenvalues();
  const auto kept = (values.array() > 1e-12 * values.maxCoeff()).count();
  const Eigen::MatrixXd by =
      solver.eigenvectors().rightCols(kept) * values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
  multiply(x, by, threads);
}

}  // namespace

CoarseChain coarsened(const SparseChain& chain, const Constraints& constraints, const CoarseOptions& options,
                      ProgressGate& progress) {
  const Adjacency exclusive = between_first_states(constraints.exclusive, constraints.components);
  Random random(options.seed);
  MatchOptions match{options.clusters, 2.0 / static_cast<double>(options.states)};
  if (constraints.components.count() < constraints.components.rows()) match.merged = &constraints.components;
  Groups groups = match_states({chain, exclusive}, match, random);
  CoarseLevel level = contract({chain, exclusive}, groups, options.threads);
  match.merged = nullptr;
  while (level.chain.states() > options.states && !progress.report({"scale", 0})) {
    const Groups more = match_states(level, match, random);
    if (static_cast<double>(more.count()) > least_shrink * static_cast<double>(more.rows())) break;
    level = contract(level, more, options.threads);
    groups = joined(groups, more);
  }
  const std::size_t states = level.chain.states();
  return {std::move(level.chain),
          {Groups::singletons(states), std::move(level.exclusive), {}, {}},
          std::move(groups)};
}

Spectrum refined_spectrum(const SparseChain& chain, const Spectrum& coarse, const Groups& groups,
                          std::size_t threads, ProgressGate& progress) {
  const auto states = static_cast<Eigen::Index>(chain.states());
  const Eigen::VectorXd root = Eigen::Map<const Eigen::VectorXd>(chain.masses().data(), states).cwiseSqrt();
  const auto pairs = static_cast<Eigen::Index>(coarse.pairs);
  Block x(states, pairs);
  for (Eigen::Index i = 0; i < states; ++i) {
    const std::uint32_t group = groups.group_of(static_cast<std::size_t>(i));
    const double share = root[i] / std::sqrt(coarse.masses[group]);
    for (Eigen::Index m = 0; m < pairs; ++m) x(i, m) = share * coarse.vector_of(group)[m];
  }
  for (std::size_t s = 0; s < smoothing_steps && !progress.stopped(); ++s) {
    x = step(chain, root, x, threads);
    progress.report({"scale", 0});
  }
  orthonormalise(x, threads);
  const Block y = step(chain, root, x, threads);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products(x, y, threads));
  multiply(x, solver.eigenvectors().rowwise().reverse(), threads);
  Spectrum spectrum{chain.states(), static_cast<std::size_t>(x.cols()), {}, {}, {}};
  for (const double value : solver.eigenvalues().reverse())
    spectrum.values.push_back(std::clamp(value, 0.0, 1.0));
  spectrum.vectors.assign(x.data(), x.data() + x.size());
  spectrum.masses.assign(chain.masses().begin(), chain.masses().end());
  return spectrum;
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
