// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include "evidence/student_mixture.hpp"

namespace comac {

/// Nats that it takes to tell a row, on average, if its density is estimated from the other rows near it
/// (a Gaussian kernel of the best width, the row itself left out; not narrower than the rounding of an
/// average column). Where this is shorter than what the mixture takes, clusters are no blobs. Judged by at
/// most 256 rows, evenly taken, among at most 4000.
double neighbour_code_length(const Eigen::MatrixXd& rows, double typical_distance, double rounding = 0);
/// The same for the mixture, on the same rows.
double mixture_code_length(const StudentMixture& model, const Eigen::MatrixXd& rows);

}  // namespace comac
