// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "evidence/coded_rows.hpp"
#include "evidence/student_mixture.hpp"

namespace comac {

/// Rows that code lengths are measured on: each fold is told by what was learned from the rows outside it.
using Folds = std::vector<std::vector<std::uint32_t>>;

/// At most 1024 rows, drawn at random, in one to five folds, so that none leaves out more than a fifth of the
/// rows.
Folds held_out_folds(std::size_t rows);

/// What neighbours tell rows by.
struct NeighbourTask {
  const Eigen::MatrixXd& rows;  ///< the numbers, a column for each row
  const CodedRows& codes;
  double typical_distance = 1;  ///< squared, by the numbers
  double rounding = 0;          ///< variance that is nothing but rounding, of an average column
};

/// Nats that it takes to tell each row of the folds, one fold after the other, if its density is estimated
/// from the rows near it outside its fold: by a Gaussian kernel of the best width for the numbers, not
/// narrower than their rounding, and for each discrete column by the same value with the best chance, else
/// any value as often as it occurs. Where this is shorter than what a mixture takes, clusters are no blobs.
/// By at most 4000 rows for each fold.
std::vector<double> neighbour_code_lengths(const NeighbourTask& task, const Folds& folds);

/// The same of one fold by a mixture that was fitted to the other rows.
std::vector<double> mixture_code_lengths(const StudentMixture& model, const Eigen::MatrixXd& rows,
                                         const CodedRows& codes, const std::vector<std::uint32_t>& fold);

}  // namespace comac
