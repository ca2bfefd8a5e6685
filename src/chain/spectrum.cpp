// SPDX-License-Identifier: MIT
#include "chain/spectrum.hpp"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"

namespace comac {
namespace {

constexpr std::size_t few_states = 100;  // below them all eigenpairs cost less than some
constexpr std::size_t rows_at_once = 4096;
constexpr double no_transition = 1e-9;  // a chance so small never happens in all the steps that are looked at
constexpr std::size_t most_rounds = 300;

using Vectors = Eigen::MatrixXd;  // a column for each

/// y = S x.
void step(const SparseChain& chain, const Eigen::VectorXd& root, const double* x, double* y,
          std::size_t threads) {
  parallel_for(chain.states(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      double sum = 0;
      chain.each_from(i, [&](std::uint32_t j, double mass) { sum += mass / root[j] * x[j]; });
      y[i] = sum / root[static_cast<Eigen::Index>(i)];
    }
  });
}

/// The piece of each state: states joined by transitions have the same. Pieces are numbered by their first
/// state.
std::vector<std::uint32_t> pieces_of(const SparseChain& chain) {
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> piece(chain.states(), none), open;
  std::uint32_t count = 0;
  for (std::uint32_t first = 0; first < piece.size(); ++first) {
    if (piece[first] != none) continue;
    piece[first] = count;
    open.assign(1, first);
    while (!open.empty()) {
      const std::uint32_t i = open.back();
      open.pop_back();
      chain.each_from(i, [&](std::uint32_t j, double mass) {
        if (piece[j] != none || mass < no_transition * std::min(chain.mass(i), chain.mass(j))) return;
        piece[j] = count;
        open.push_back(j);
      });
    }
    ++count;
  }
  return piece;
}

/// The eigenvectors of the pieces, all with eigenvalue 1: at most `most`, the lightest pieces as one.
Vectors vectors_of_pieces(const SparseChain& chain, std::size_t most) {
  const std::vector<std::uint32_t> piece = pieces_of(chain);
  std::vector<double> mass(1 + *std::ranges::max_element(piece), 0);
  for (std::size_t i = 0; i < piece.size(); ++i) mass[piece[i]] += chain.mass(i);
  std::vector<std::uint32_t> order(mass.size()), column(mass.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::greater<>(), [&](std::uint32_t p) { return mass[p]; });
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    column[order[rank]] = static_cast<std::uint32_t>(std::min(rank, most - 1));
  }
  Vectors vectors = Vectors::Zero(static_cast<Eigen::Index>(piece.size()),
                                  static_cast<Eigen::Index>(std::min(mass.size(), most)));
  for (std::size_t i = 0; i < piece.size(); ++i) {
    vectors(static_cast<Eigen::Index>(i), column[piece[i]]) = std::sqrt(chain.mass(i));
  }
  vectors.colwise().normalize();
  return vectors;
}

/// (I + S) / 2 without the vectors that are known: what Spectra multiplies by. Eigenvalues below 0 are so
/// the last to be found.
class HalfStep {
 public:
  using Scalar = double;
  HalfStep(const SparseChain& chain, const Eigen::VectorXd& root, const Vectors& known, std::size_t threads,
           ProgressGate& progress)
      : chain_(chain), root_(root), known_(known), threads_(threads), progress_(progress) {}
  Eigen::Index rows() const { return root_.size(); }
  Eigen::Index cols() const { return root_.size(); }
  bool stopped() const { return progress_.stopped(); }
  void perform_op(const double* in, double* out) const {
    const Eigen::Map<const Eigen::VectorXd> x(in, rows());
    Eigen::Map<Eigen::VectorXd> y(out, rows());
    if (progress_.report({"scale", 0})) {
      y.setZero();  // ends the search at once
      return;
    }
    step(chain_, root_, in, out, threads_);
    y = (x + y) / 2 - known_ * (known_.transpose() * x);
  }

 private:
  const SparseChain& chain_;
  const Eigen::VectorXd& root_;
  const Vectors& known_;
  std::size_t threads_;
  ProgressGate& progress_;
};

struct Pairs {
  Eigen::VectorXd values;
  Vectors vectors;
};

/// The leading pairs beside the known ones.
Pairs by_lanczos(HalfStep& operation, std::size_t count, double tolerance) {
  const Eigen::Index states = operation.rows();
  const auto wanted = std::min(static_cast<Eigen::Index>(count), states - 1);
  const Eigen::Index room = std::min(states, std::max(2 * wanted + 1, wanted + 20));
  Spectra::SymEigsSolver<HalfStep> solver(operation, wanted, room);
  try {
    solver.init();
    solver.compute(Spectra::SortRule::LargestAlge, most_rounds, tolerance);
  } catch (const std::exception&) {  // of what was cut short nothing can be made
    if (!operation.stopped()) throw;
    return {Eigen::VectorXd::Zero(wanted), Vectors::Zero(states, wanted)};
  }
  return {solver.eigenvalues().array() * 2 - 1, solver.eigenvectors()};
}

Pairs all_pairs(const SparseChain& chain, const Eigen::VectorXd& root) {
  Vectors s = Vectors::Zero(root.size(), root.size());
  for (Eigen::Index i = 0; i < root.size(); ++i) {
    chain.each_from(static_cast<std::size_t>(i),
                    [&](std::uint32_t j, double mass) { s(i, j) += mass / (root[i] * root[j]); });
  }
  const Eigen::SelfAdjointEigenSolver<Vectors> solver(s);
  return {solver.eigenvalues().reverse(), solver.eigenvectors().rowwise().reverse()};
}

Pairs joined(const Vectors& known, const Pairs& found) {
  Pairs pairs{Eigen::VectorXd::Ones(known.cols() + found.values.size()),
              Vectors(known.rows(), known.cols() + found.vectors.cols())};
  pairs.values.tail(found.values.size()) = found.values;
  pairs.vectors << known, found.vectors;
  return pairs;
}

Spectrum spectrum_of(const Pairs& found, const SparseChain& chain, std::size_t pairs) {
  Spectrum spectrum{
      chain.states(), std::min(pairs, static_cast<std::size_t>(found.values.size())), {}, {}, {}};
  spectrum.masses.assign(chain.masses().begin(), chain.masses().end());
  spectrum.vectors.resize(spectrum.states * spectrum.pairs);
  for (std::size_t m = 0; m < spectrum.pairs; ++m) {
    const auto column = static_cast<Eigen::Index>(m);
    spectrum.values.push_back(std::clamp(found.values[column], 0.0, 1.0));
    for (std::size_t i = 0; i < spectrum.states; ++i) {
      spectrum.vectors[i * spectrum.pairs + m] = found.vectors(static_cast<Eigen::Index>(i), column);
    }
  }
  return spectrum;
}

Eigen::VectorXd roots_of(const SparseChain& chain) {
  return Eigen::Map<const Eigen::VectorXd>(chain.masses().data(), static_cast<Eigen::Index>(chain.states()))
      .cwiseSqrt();
}

}  // namespace

std::size_t enough_pairs(std::size_t clusters) {
  return std::min(std::max(3 * clusters, clusters + 20), clusters + 40);
}

Spectrum leading_spectrum(const SparseChain& chain, std::size_t pairs, std::size_t threads,
                          ProgressGate& progress, double tolerance) {
  const Eigen::VectorXd root = roots_of(chain);
  if (chain.states() <= std::max(few_states, 2 * pairs)) {
    return spectrum_of(all_pairs(chain, root), chain, pairs);
  }
  const Vectors known = vectors_of_pieces(chain, pairs);
  const auto missing = pairs - static_cast<std::size_t>(known.cols());
  if (missing == 0) return spectrum_of({Eigen::VectorXd::Ones(known.cols()), known}, chain, pairs);
  HalfStep operation(chain, root, known, threads, progress);
  return spectrum_of(joined(known, by_lanczos(operation, missing, tolerance)), chain, pairs);
}

}  // namespace comac
