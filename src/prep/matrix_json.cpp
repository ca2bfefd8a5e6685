// SPDX-License-Identifier: MIT
#include "prep/matrix_json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "comac/base/error.hpp"

namespace comac {

nlohmann::json matrix_json(const Eigen::MatrixXd& matrix) {
  return {{"rows", matrix.rows()},
          {"values", std::vector<double>(matrix.data(), matrix.data() + matrix.size())}};
}

Eigen::MatrixXd matrix_from_json(const nlohmann::json& from) {
  const auto rows = from.at("rows").get<std::size_t>();
  const auto values = from.at("values").get<std::vector<double>>();
  const bool fits = rows <= std::numeric_limits<Eigen::Index>::max() &&
                    (rows == 0 ? values.empty() : values.size() % rows == 0);
  if (!fits || !std::ranges::all_of(values, [](double v) { return std::isfinite(v); }))
    throw Error(ErrorCode::data, "it holds a matrix that is none of numbers");
  const auto height = static_cast<Eigen::Index>(rows);
  return Eigen::Map<const Eigen::MatrixXd>(values.data(), height,
                                           rows == 0 ? 0 : static_cast<Eigen::Index>(values.size() / rows));
}

}  // namespace comac
