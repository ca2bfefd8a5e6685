// SPDX-License-Identifier: MIT
#include "systems/spectral.hpp"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/parallel.hpp"
#include "base/progress_gate.hpp"
#include "base/random.hpp"
#include "comac/base/error.hpp"
#include "systems/k_means.hpp"
#include "systems/matrices.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 512;  // a vector product with fewer rows is not worth a thread
constexpr double accuracy = 1e-9;
constexpr std::size_t most_runs = 100;
constexpr int sketched_powers = 2;
constexpr Eigen::Index distance_probes = 16;

/// No eigenvalue has a larger magnitude than this: the largest sum of magnitudes in a row.
double bound_of_eigenvalues(const SquareMatrix& matrix) {
  return as_points(matrix).cwiseAbs().rowwise().sum().maxCoeff();
}

/// matrix + shift * I, its eigenvalues at least 1, but 0 for eigenvectors that are known already.
class Deflated {
 public:
  using Scalar = double;

  Deflated(const SquareMatrix& matrix, std::size_t threads, const StopCheck& stop)
      : matrix_(matrix), shift_(1 + bound_of_eigenvalues(matrix)), threads_(threads), stop_(stop) {}

  void leave_out(const Eigenpairs& known) {
    vectors_ = known.vectors;
    values_ = known.values.array() + shift_;
  }

  double shift() const { return shift_; }
  Eigen::Index rows() const { return index(matrix_.size()); }
  Eigen::Index cols() const { return rows(); }

  void perform_op(const double* in, double* out) const {
    throw_if_stopped(stop_);
    const Eigen::Map<const Eigen::VectorXd> x(in, rows());
    Eigen::Map<Eigen::VectorXd> y(out, rows());
    parallel_for(matrix_.size(), rows_at_once, threads_, [&](std::size_t begin, std::size_t end) {
      const auto count = index(end - begin);
      y.segment(index(begin), count).noalias() = as_points(matrix_).middleRows(index(begin), count) * x;
    });
    y += shift_ * x;
    if (values_.size() > 0) y -= vectors_ * values_.cwiseProduct(vectors_.transpose() * x);
  }

 private:
  const SquareMatrix& matrix_;
  double shift_;
  std::size_t threads_;
  const StopCheck& stop_;
  Eigen::MatrixXd vectors_;
  Eigen::VectorXd values_;
};

/// The largest of both, at most `count`.
Eigenpairs largest_of(const Eigenpairs& a, const Eigenpairs& b, std::size_t count) {
  Eigen::VectorXd values(a.values.size() + b.values.size());
  values << a.values, b.values;
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::ranges::stable_sort(order, [&](auto i, auto j) { return values(i) > values(j); });
  order.resize(std::min(count, order.size()));
  Eigenpairs merged{values(order), Eigen::MatrixXd(b.vectors.rows(), index(order.size()))};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto from = order[i];
    merged.vectors.col(index(i)) =
        from < a.values.size() ? a.vectors.col(from) : b.vectors.col(from - a.values.size());
  }
  return merged;
}

Eigenpairs lanczos(Deflated& matrix, std::size_t count, std::size_t krylov, std::size_t run) {
  Random random(1, run);
  Eigen::VectorXd start(matrix.rows());
  for (double& value : start) value = random.normal();
  Spectra::SymEigsSolver solver(matrix, index(count), index(krylov));
  solver.init(start.data());
  solver.compute(Spectra::SortRule::LargestAlge, 1000, accuracy, Spectra::SortRule::LargestAlge);
  return {solver.eigenvalues().array() - matrix.shift(), solver.eigenvectors()};
}

Points random_columns(Eigen::Index rows, Eigen::Index columns, std::uint64_t stream) {
  Random random(2, stream);
  Points x(rows, columns);
  for (double& value : x.reshaped()) value = random.normal();
  return x;
}

Eigenpairs decompose(const SquareMatrix& symmetric, std::size_t count) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(as_points(symmetric));
  return {solver.eigenvalues().tail(index(count)).reverse(),
          solver.eigenvectors().rightCols(index(count)).rowwise().reverse()};
}

}  // namespace

Eigenpairs largest_eigenpairs(const SquareMatrix& symmetric, std::size_t count, std::size_t threads,
                              const StopCheck& stop) {
  const std::size_t krylov = std::max<std::size_t>(30, 3 * count);
  if (symmetric.size() <= 3 * krylov) return decompose(symmetric, count);
  Deflated rest(symmetric, threads, stop);
  Eigenpairs found{Eigen::VectorXd(0), Eigen::MatrixXd(index(symmetric.size()), 0)};
  // One run sees a multiple eigenvalue only once; the next one, without that vector, sees it again.
  for (std::size_t run = 0; run < most_runs; ++run) {
    const bool complete = found.values.size() == index(count);
    rest.leave_out(found);
    const Eigenpairs more = lanczos(rest, count, krylov, run);
    if (complete && more.values.size() > 0 && more.values(0) <= found.values(index(count) - 1) + accuracy) {
      return found;
    }
    found = largest_of(found, more, count);
  }
  throw Error(ErrorCode::data,
              "the eigenvectors of the similarity graph did not converge; expected a graph whose weights "
              "differ less, so scale the columns (" +
                  setting("scale", "zscore") + ")");
}

Eigenpairs sketched_eigenpairs(const SquareMatrix& symmetric, std::size_t rank, std::size_t threads) {
  const auto n = index(symmetric.size()), r = index(rank);
  Points x = random_columns(n, r, 0);
  for (int power = 0; power < sketched_powers; ++power) x = product(as_points(symmetric), x, threads);
  const Eigen::MatrixXd basis =
      Eigen::HouseholderQR<Eigen::MatrixXd>(x).householderQ() * Eigen::MatrixXd::Identity(n, r);
  const Eigen::MatrixXd core = basis.transpose() * product(as_points(symmetric), basis, threads);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(core);
  return {solver.eigenvalues().reverse(), basis * solver.eigenvectors().rowwise().reverse()};
}

double distance_from_square(const Eigenpairs& pairs, const SquareMatrix& symmetric, std::size_t threads) {
  const Points probes = random_columns(index(symmetric.size()), distance_probes, 1);
  const Points square =
      product(as_points(symmetric), product(as_points(symmetric), probes, threads), threads);
  const Eigen::MatrixXd approximate =
      pairs.vectors * (pairs.values.cwiseAbs2().asDiagonal() * (pairs.vectors.transpose() * probes));
  return (square - approximate).squaredNorm() / distance_probes;
}

void normalise_graph(SquareMatrix& weights, std::size_t threads) {
  const std::size_t n = weights.size();
  Eigen::VectorXd scale = as_points(weights).rowwise().sum();
  for (double& sum : scale) sum = sum > 0 ? 1 / std::sqrt(sum) : 0;
  parallel_for(n, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < n; ++j) weights.row(i)[j] *= scale(index(i)) * scale(index(j));
    }
  });
}

Result spectral_clusters(const Given& given, const SquareMatrix& graph) {
  ProgressGate gate(given.task.progress);
  const StopCheck stop = [&] { return gate.report({"eigenvectors", 0}); };
  const Points rows =
      spectral_embedding(largest_eigenpairs(graph, given.clusters(), given.task.options.threads, stop));
  return best_of_restarts(given,
                          [&](Restart& restart) { return plain_k_means(rows, given.clusters(), restart); });
}

Points spectral_embedding(const Eigenpairs& pairs) {
  Points rows = pairs.vectors;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double length = rows.row(i).norm();
    if (length > 0) rows.row(i) /= length;
  }
  return rows;
}

}  // namespace comac
