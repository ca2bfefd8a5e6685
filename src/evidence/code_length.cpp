// SPDX-License-Identifier: MIT
#include "evidence/code_length.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "chain/gaussian_chain.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Index = Eigen::Index;

constexpr Index most_judged = 256, most_known = 4000;

double log_sum_exp(const Eigen::Ref<const Vector>& values) {
  const double most = values.maxCoeff();
  return most + std::log((values.array() - most).exp().sum());
}

/// Every so-manieth of many.
std::vector<Index> evenly(Index count, Index most) {
  std::vector<Index> chosen;
  const Index wanted = std::min(count, most);
  for (Index i = 0; i < wanted; ++i) chosen.push_back(i * count / wanted);
  return chosen;
}

}  // namespace

double neighbour_code_length(const Matrix& rows, double typical_distance, double rounding) {
  const auto judged = evenly(rows.cols(), most_judged), known = evenly(rows.cols(), most_known);
  const auto d = static_cast<double>(rows.rows());
  constexpr int widths = 8;
  Eigen::ArrayXd total = Eigen::ArrayXd::Zero(widths), width(widths);
  for (int w = 0; w < widths; ++w) width[w] = typical_distance / d * std::pow(2.0, w - 5);
  int narrowest = 0;
  while (narrowest + 1 < widths && width[narrowest] < rounding) ++narrowest;
  Matrix others(rows.rows(), static_cast<Index>(known.size()));
  for (std::size_t i = 0; i < known.size(); ++i) others.col(static_cast<Index>(i)) = rows.col(known[i]);
  for (const Index x : judged) {
    Eigen::ArrayXd distance = (others.colwise() - rows.col(x)).colwise().squaredNorm().transpose();
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (known[i] == x) distance[static_cast<Index>(i)] = std::numeric_limits<double>::infinity();
    }
    const double nearest = distance.minCoeff();
    const auto others_left = static_cast<double>(distance.isFinite().count());
    Eigen::ArrayXd kernel = distance - nearest;
    gaussian_kernel(kernel.data(), static_cast<std::size_t>(kernel.size()), 2 * width[widths - 1]);
    for (int w = widths - 1; w >= narrowest; --w) {
      total[w] += nearest / (2 * width[w]) - std::log(kernel.sum() / others_left) +
                  d / 2 * std::log(2 * std::numbers::pi * width[w]);
      kernel = kernel.square();  // that of half the width
    }
  }
  return total.tail(widths - narrowest).minCoeff() / static_cast<double>(judged.size());
}

double mixture_code_length(const StudentMixture& model, const Matrix& rows) {
  const auto judged = evenly(rows.cols(), most_judged);
  Matrix sample(rows.rows(), static_cast<Index>(judged.size()));
  for (std::size_t i = 0; i < judged.size(); ++i) sample.col(static_cast<Index>(i)) = rows.col(judged[i]);
  const Matrix density = model.log_densities(sample);
  double total = 0;
  for (Index x = 0; x < density.cols(); ++x) total -= log_sum_exp(density.col(x));
  return total / static_cast<double>(judged.size());
}

}  // namespace comac
