// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "comac/data/table.hpp"
#include "cost/row_term.hpp"
#include "evidence/evidence.hpp"
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

/// A model of the rows as evidence.
class MixtureEvidence final : public Evidence {
 public:
  explicit MixtureEvidence(ProjectedMixture code) : code_(std::move(code)) {}

  const ProjectedMixture& code() const { return code_; }
  std::string_view name() const override { return "mixture"; }
  std::size_t clusters() const override { return code_.model.clusters(); }
  std::vector<double> bits_of(const AskedRows& rows) const override;
  nlohmann::json to_json() const override { return code_.to_json(); }

 private:
  ProjectedMixture code_;
};

EvidencePtr load_mixture(const nlohmann::json& json, const Lesson& lesson);

}  // namespace comac
