// SPDX-License-Identifier: MIT
#include "systems/points.hpp"

namespace comac {

std::vector<std::uint32_t> greatest_columns(const Points& rows) {
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(rows.rows()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Eigen::Index greatest = 0;
    rows.row(index(i)).maxCoeff(&greatest);
    columns[i] = static_cast<std::uint32_t>(greatest);
  }
  return columns;
}

Eigen::RowVectorXd column_variances(const Points& points) {
  const Eigen::RowVectorXd mean = points.colwise().mean();
  return (points.rowwise() - mean).colwise().squaredNorm() / static_cast<double>(points.rows());
}

Eigen::RowVectorXd ridge(const Points& points, double share) {
  return share *
         column_variances(points).unaryExpr([](double variance) { return variance > 0 ? variance : 1.0; });
}

}  // namespace comac
