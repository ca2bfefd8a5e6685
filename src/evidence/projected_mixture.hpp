// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "comac/data/table.hpp"
#include "cost/row_term.hpp"
#include "evidence/student_mixture.hpp"

namespace comac {

/// A model of rows, with what is done to them before: all that it takes to tell new rows.
struct ProjectedMixture {
  Eigen::MatrixXd directions;  ///< that numbers are reduced to, a column each; none if they aren't
  StudentMixture model;
  std::size_t columns = 0;  ///< of the rows that it tells
  ColumnSplit split;

  nlohmann::json to_json() const;
  /// Throws Error(data) or json::exception for what to_json() cannot have written.
  static ProjectedMixture from_json(const nlohmann::json& json);
};

/// The numbers of some rows, a column for each, reduced if there are directions.
Eigen::MatrixXd numbers_of(const TableView& rows, const ColumnSplit& split, const Eigen::MatrixXd& directions,
                           std::size_t begin, std::size_t end);

/// Half the code length of each row in each cluster, in bits, a row after the other: the chain's own cost is
/// half of its information, too. O(rows K d^2).
std::vector<double> half_code_lengths(const ProjectedMixture& code, const TableView& rows,
                                      std::size_t threads);

/// The same for all rows of a chain, each of which is one of so many: a term of its cost.
RowBits charged_bits(const ProjectedMixture& code, const TableView& rows, std::size_t threads);

}  // namespace comac
