// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <nlohmann/json_fwd.hpp>

namespace comac {

/// A matrix in a model file: the number of its rows, and its values column after column.
nlohmann::json matrix_json(const Eigen::MatrixXd& matrix);
/// Throws Error(data) or json::exception for what matrix_json() cannot have written, or numbers that are not
/// finite.
Eigen::MatrixXd matrix_from_json(const nlohmann::json& json);

}  // namespace comac
