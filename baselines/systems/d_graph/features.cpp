// SPDX-License-Identifier: MIT
#include "systems/d_graph/features.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "neighbours/distances.hpp"
#include "systems/neighbour_graph.hpp"

namespace comac {
namespace {

constexpr std::size_t probed_pairs = 1000;  // for the median of the squared distances

double median_square(const Points& points, Random& random) {
  const auto n = static_cast<std::uint64_t>(points.rows());
  std::vector<double> squares;
  for (std::size_t i = 0; i < probed_pairs; ++i) {
    const auto a = index(random.below(n)), b = index(random.below(n));
    const double square = (points.row(a) - points.row(b)).squaredNorm();
    if (square > 0) squares.push_back(square);
  }
  if (squares.empty()) return 1;
  const auto middle = squares.begin() + static_cast<std::ptrdiff_t>(squares.size() / 2);
  std::ranges::nth_element(squares, middle);
  return *middle;
}

Points random_rows(const Points& points, std::size_t most, Random& random) {
  std::vector<Eigen::Index> rows(static_cast<std::size_t>(points.rows()));
  std::iota(rows.begin(), rows.end(), Eigen::Index{0});
  random.shuffle(std::span(rows));
  rows.resize(std::min(most, rows.size()));
  return points(rows, Eigen::all);
}

Points kernel(const Points& a, const Points& b, double width) {
  Points squares = -2 * a * b.transpose();
  squares.colwise() += a.rowwise().squaredNorm();
  squares.rowwise() += b.rowwise().squaredNorm().transpose();
  return (-squares.cwiseMax(0) / width).array().exp();
}

}  // namespace

Points linear_features(const Points& points) {
  Points centred = points.rowwise() - points.colwise().mean();
  const double mean_square = centred.squaredNorm() / static_cast<double>(centred.size());
  return mean_square > 0 ? Points(centred / std::sqrt(mean_square)) : centred;
}

Points kernel_features(const Points& points, std::size_t most, Random random) {
  const double width = median_square(points, random);
  const Points landmarks = random_rows(points, most, random);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(kernel(landmarks, landmarks, width));
  constexpr double least = 1e-6;  // of the largest eigenvalue: what is smaller is noise
  const Eigen::VectorXd& values = solver.eigenvalues();
  const double bound = least * values.maxCoeff();
  const Eigen::Index kept = (values.array() > bound).count();
  const Eigen::VectorXd roots = values.tail(kept).cwiseSqrt().cwiseInverse();
  Points features =
      kernel(points, landmarks, width) * solver.eigenvectors().rightCols(kept) * roots.asDiagonal();
  return features.rowwise() - features.colwise().mean();
}

std::vector<RowPair> near_pairs(const Table& table, std::size_t neighbours, std::size_t threads) {
  const auto nearest = nearest_rows(table, neighbours, threads);
  std::vector<double> reach(table.rows, 0);
  for (std::size_t i = 0; i < table.rows; ++i) {
    if (!nearest[i].empty()) reach[i] = std::sqrt(squared_distance(table, i, nearest[i].back()));
  }
  std::vector<RowPair> pairs;
  for (std::uint32_t i = 0; i < table.rows; ++i) {
    for (const std::uint32_t j : nearest[i]) {
      if (j < i && std::ranges::find(nearest[j], i) != nearest[j].end()) continue;  // it is there already
      const double square = squared_distance(table, i, j), scale = reach[i] * reach[j];
      pairs.push_back({i, j, square > 0 ? std::exp(-square / scale) : 1});
    }
  }
  return pairs;
}

}  // namespace comac
