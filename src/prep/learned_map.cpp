// SPDX-License-Identifier: MIT
#include "prep/learned_map.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "comac/base/error.hpp"
#include "prep/matrix_json.hpp"

namespace comac {
namespace {

using nlohmann::json;
using Matrix = Eigen::MatrixXd;

constexpr std::size_t rows_at_once = 1024;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

View view_from(const json& from) {
  View view{matrix_from_json(from.at("landmarks")), from.at("width").get<double>(),
            matrix_from_json(from.at("centre")).reshaped(), matrix_from_json(from.at("projection"))};
  const Eigen::Index inner = view.landmarks.cols() > 0 ? view.landmarks.cols() : view.centre.size();
  if (!(view.width > 0) || view.centre.size() != inner || view.projection.cols() != inner || inner == 0) {
    throw Error(ErrorCode::data, "the parts of a learned metric don't fit one another");
  }
  return view;
}

std::size_t columns_of(const View& view) {
  return static_cast<std::size_t>(view.landmarks.cols() > 0 ? view.landmarks.rows() : view.centre.size());
}

}  // namespace

Matrix kernel_between(const Matrix& landmarks, double width, const Matrix& rows) {
  Matrix z = -2 * landmarks.transpose() * rows;
  z.colwise() += landmarks.colwise().squaredNorm().transpose();
  z.rowwise() += rows.colwise().squaredNorm();
  return (-z.cwiseMax(0) / width).array().exp().matrix();
}

Matrix View::features(const Matrix& rows) const {
  if (landmarks.cols() == 0) return projection * (rows.colwise() - centre);
  return projection * (kernel_between(landmarks, width, rows).colwise() - centre);
}

Matrix matrix_of_rows(const TableView& table, std::size_t first, std::size_t count) {
  Matrix result(index(table.columns), index(count));
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) result(index(c), index(r)) = table.at(first + r, c);
  }
  return result;
}

std::size_t LearnedMap::columns_in() const { return views_.empty() ? 0 : columns_of(views_.front()); }

std::size_t LearnedMap::columns_out() const {
  std::size_t count = 0;
  for (const View& view : views_) count += static_cast<std::size_t>(view.projection.rows());
  return count;
}

Table LearnedMap::apply(const TableView& rows) const {
  Table result{rows.rows, columns_out(), std::vector<double>(rows.rows * columns_out()), {}};
  for (std::size_t first = 0; first < rows.rows; first += rows_at_once) {
    const Matrix block = matrix_of_rows(rows, first, std::min(rows_at_once, rows.rows - first));
    Eigen::Map<Matrix> out(result.values.data() + first * result.columns, index(result.columns),
                           block.cols());
    Eigen::Index at = 0;
    for (const View& view : views_) {
      out.middleRows(at, view.projection.rows()) = view.features(block);
      at += view.projection.rows();
    }
  }
  return result;
}

json LearnedMap::to_json() const {
  auto views = json::array();
  for (const View& view : views_) {
    views.push_back({{"landmarks", matrix_json(view.landmarks)},
                     {"width", view.width},
                     {"centre", matrix_json(view.centre)},
                     {"projection", matrix_json(view.projection)}});
  }
  return views;
}

LearnedMap LearnedMap::from_json(const json& from) {
  std::vector<View> views;
  for (const json& view : from) views.push_back(view_from(view));
  LearnedMap map(std::move(views));
  for (const View& view : map.views_) {
    if (columns_of(view) != map.columns_in()) {
      throw Error(ErrorCode::data, "the views of a learned metric are of different columns");
    }
  }
  return map;
}

}  // namespace comac
