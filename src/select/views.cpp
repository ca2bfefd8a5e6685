// SPDX-License-Identifier: MIT
#include "select/views.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr Eigen::Index most_features = 50;
constexpr Eigen::Index most_landmarks = 150;
/// Components with a smaller share of the largest are noise.
constexpr double least_share = 1e-9;

struct Components {
  Vector values;   // descending
  Matrix vectors;  // a column for each
};

/// The leading eigenpairs of a symmetric matrix that tell something.
Components leading(const Matrix& symmetric, Eigen::Index most) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric);
  const Vector values = solver.eigenvalues().reverse();
  Eigen::Index count = 0;
  while (count < std::min(most, values.size()) && values(count) > least_share * values(0)) ++count;
  count = std::max<Eigen::Index>(count, 1);
  return {values.head(count), solver.eigenvectors().rowwise().reverse().leftCols(count)};
}

Matrix covariance_about(const Matrix& z, const Vector& centre) {
  const Matrix centred = z.colwise() - centre;
  return centred * centred.transpose() / static_cast<double>(z.cols());
}

/// The leading eigenvectors of the covariance; of few rows in many columns by way of the rows' products,
/// which have the same.
Matrix leading_directions(const Matrix& z, const Vector& centre, Eigen::Index most) {
  if (z.rows() <= z.cols()) return leading(covariance_about(z, centre), most).vectors;
  const Matrix centred = z.colwise() - centre;
  const Components of_rows = leading(centred.transpose() * centred, most);
  return (centred * of_rows.vectors).colwise().normalized();
}

double total_variance(const Matrix& z) {
  return (z.colwise() - z.rowwise().mean()).squaredNorm() / static_cast<double>(z.cols());
}

Matrix drawn_columns(const Matrix& rows, Eigen::Index most, Random& random) {
  std::vector<std::uint32_t> order(static_cast<std::size_t>(rows.cols()));
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  order.resize(std::min(order.size(), static_cast<std::size_t>(most)));
  return rows(Eigen::all, order);
}

double median_distance(const Matrix& landmarks) {
  std::vector<double> distances;
  for (Eigen::Index i = 0; i < landmarks.cols(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      distances.push_back((landmarks.col(i) - landmarks.col(j)).squaredNorm());
    }
  }
  if (distances.empty()) return 1;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle > 0 ? *middle : 1;
}

}  // namespace

View linear_view(const Matrix& rows) {
  View view;
  view.centre = rows.rowwise().mean();
  if (rows.rows() <= most_features) {
    view.projection = Matrix::Identity(rows.rows(), rows.rows());
  } else {
    view.projection = leading_directions(rows, view.centre, most_features).transpose();
  }
  return view;
}

View kernel_view(const Matrix& rows, Random& random) {
  View view;
  view.landmarks = drawn_columns(rows, most_landmarks, random);
  view.width = median_distance(view.landmarks);
  const Matrix z = kernel_between(view.landmarks, view.width, rows);
  view.centre = z.rowwise().mean();
  // Nystrom: with W = U diag(l) U' between landmarks, W^-1/2 z has the kernel as its scalar products.
  const Components between =
      leading(kernel_between(view.landmarks, view.width, view.landmarks), most_landmarks);
  const Matrix whiten = between.values.cwiseSqrt().cwiseInverse().asDiagonal() * between.vectors.transpose();
  const Matrix covariance = whiten * covariance_about(z, view.centre) * whiten.transpose();
  const Components components = leading(covariance, most_features);
  const double variance = components.values.sum();
  const double scale = variance > 0 ? std::sqrt(total_variance(rows) / variance) : 1;
  view.projection = scale * components.vectors.transpose() * whiten;
  return view;
}

}  // namespace comac
