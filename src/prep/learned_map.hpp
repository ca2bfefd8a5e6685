// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// A map of rows (columns of a matrix) to features:
///   x -> projection (z - centre),  z = x, or where there are landmarks
///   z_m = exp(-|x - landmark_m|^2 / width).
/// It holds all that new rows need.
struct View {
  Eigen::MatrixXd landmarks = {};  ///< a column for each; none: z = x
  double width = 1;
  Eigen::VectorXd centre = {};
  Eigen::MatrixXd projection = {};

  /// O(rows (landmarks + features) columns).
  Eigen::MatrixXd features(const Eigen::MatrixXd& rows) const;
};

/// exp(-|x - landmark|^2 / width) for each landmark (a row of the result) and each row x.
Eigen::MatrixXd kernel_between(const Eigen::MatrixXd& landmarks, double width, const Eigen::MatrixXd& rows);

/// Rows as a metric that was learned sees them: the features of all views, one after the other. Their
/// Euclidean distances are those of the metric.
class LearnedMap {
 public:
  explicit LearnedMap(std::vector<View> views = {}) : views_(std::move(views)) {}

  /// Rows of columns_in() columns. O(rows), a block at a time.
  Table apply(const TableView& rows) const;
  std::size_t columns_in() const;
  std::size_t columns_out() const;
  const std::vector<View>& views() const { return views_; }

  nlohmann::json to_json() const;
  /// Throws Error(data) or json::exception for what to_json() cannot have written.
  static LearnedMap from_json(const nlohmann::json& json);

 private:
  std::vector<View> views_;
};

/// Rows of a table as the columns of a matrix.
Eigen::MatrixXd matrix_of_rows(const TableView& table, std::size_t first, std::size_t count);

}  // namespace comac
