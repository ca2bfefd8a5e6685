// SPDX-License-Identifier: MIT
#include "prep/linear.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "comac/base/error.hpp"

namespace comac {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t block_rows = 1024;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

bool all_finite(const std::vector<double>& numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

}  // namespace

Linear::Linear(std::vector<double> offset, std::vector<double> matrix, std::vector<std::string> new_names)
    : offset_(std::move(offset)), matrix_(std::move(matrix)), new_names_(std::move(new_names)) {}

Table Linear::apply(const TableView& rows) const {
  Table result{rows.rows, columns_out(), std::vector<double>(rows.rows * columns_out()), new_names_};
  const Eigen::MatrixXd matrix =
      Eigen::Map<const Rows>(matrix_.data(), index(columns_in()), index(columns_out()));
  for (std::size_t first = 0; first < rows.rows; first += block_rows) {
    Rows block(index(std::min(block_rows, rows.rows - first)), index(columns_in()));
    for (Eigen::Index r = 0; r < block.rows(); ++r) {
      for (std::size_t c = 0; c < columns_in(); ++c) {
        block(r, index(c)) = rows.at(first + static_cast<std::size_t>(r), c) - offset_[c];
      }
    }
    Eigen::Map<Rows> mapped(result.values.data() + first * columns_out(), block.rows(), index(columns_out()));
    mapped.noalias() = block * matrix;
  }
  return result;
}

nlohmann::json Linear::to_json() const {
  return {{"offset", offset_}, {"matrix", matrix_}, {"names", new_names_}};
}

Linear Linear::from_json(const nlohmann::json& json) {
  Linear linear(json.at("offset").get<std::vector<double>>(), json.at("matrix").get<std::vector<double>>(),
                json.at("names").get<std::vector<std::string>>());
  const bool fits = linear.matrix_.size() == linear.columns_in() * linear.columns_out();
  if (!fits || !all_finite(linear.offset_) || !all_finite(linear.matrix_)) {
    throw Error(ErrorCode::data, "a map of the columns is no matrix of numbers");
  }
  return linear;
}

}  // namespace comac
