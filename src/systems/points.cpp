// SPDX-License-Identifier: MIT
#include "comac/systems/points.hpp"

#include "comac/prep/check.hpp"
#include "comac/prep/prepare.hpp"

namespace comac {

Points points_of(const Task& task) {
  check_clusters(task.options, task.table.rows);
  check_table(task.table);
  const Table table = prepare(task.table, task.options.scale, task.options.pca);
  return Eigen::Map<const Points>(table.values.data(), index(table.rows), index(table.columns));
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
