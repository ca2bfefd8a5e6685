// SPDX-License-Identifier: MIT
#include "evidence/projected_mixture.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <utility>

#include "base/parallel.hpp"
#include "comac/base/error.hpp"
#include "prep/learned_map.hpp"
#include "prep/matrix_json.hpp"

namespace comac {
namespace {

using nlohmann::json;

constexpr std::size_t rows_at_once = 4096;

StudentMixture::Part part_from(const json& from) {
  StudentMixture::Part part{matrix_from_json(from.at("mean")).reshaped(), matrix_from_json(from.at("root")),
                            from.at("log_weight").get<double>()};
  const bool fits = part.root.rows() == part.mean.size() && part.root.cols() == part.mean.size();
  if (!fits || part.mean.size() == 0 || !std::isfinite(part.log_weight) ||
      !(part.root.diagonal().array() > 0).all()) {
    throw Error(ErrorCode::data, "the parts of a model of the rows don't fit one another");
  }
  return part;
}

}  // namespace

std::size_t ProjectedMixture::columns() const {
  if (directions.size() > 0) return static_cast<std::size_t>(directions.rows());
  return model.clusters() == 0 ? 0 : static_cast<std::size_t>(model.parts().front().mean.size());
}

json ProjectedMixture::to_json() const {
  auto parts = json::array();
  for (const StudentMixture::Part& part : model.parts()) {
    parts.push_back({{"mean", matrix_json(part.mean)},
                     {"root", matrix_json(part.root)},
                     {"log_weight", part.log_weight}});
  }
  return {{"directions", matrix_json(directions)}, {"freedom", model.freedom()}, {"parts", parts}};
}

ProjectedMixture ProjectedMixture::from_json(const json& from) {
  std::vector<StudentMixture::Part> parts;
  for (const json& part : from.at("parts")) parts.push_back(part_from(part));
  const auto freedom = from.at("freedom").get<double>();
  ProjectedMixture code{matrix_from_json(from.at("directions")), StudentMixture(std::move(parts), freedom)};
  const Eigen::Index inner =
      code.directions.size() > 0 ? code.directions.cols() : static_cast<Eigen::Index>(code.columns());
  const bool fits = std::ranges::all_of(
      code.model.parts(), [&](const StudentMixture::Part& part) { return part.mean.size() == inner; });
  if (!fits || !(freedom > 0) || !std::isfinite(freedom))
    throw Error(ErrorCode::data, "the parts of a model of the rows don't fit one another");
  return code;
}

std::vector<double> half_code_lengths(const ProjectedMixture& code, const TableView& rows,
                                      std::size_t threads) {
  const std::size_t k = code.model.clusters();
  std::vector<double> bits(rows.rows * k);
  parallel_for(rows.rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    Eigen::MatrixXd x = matrix_of_rows(rows, begin, end - begin);
    if (code.directions.size() > 0) x = code.directions.transpose() * x;
    const Eigen::MatrixXd density = code.model.log_densities(x);
    for (Eigen::Index i = 0; i < density.size(); ++i)
      bits[begin * k + static_cast<std::size_t>(i)] = -0.5 / std::numbers::ln2 * density.data()[i];
  });
  return bits;
}

RowBits charged_bits(const ProjectedMixture& code, const TableView& rows, std::size_t threads) {
  std::vector<double> bits = half_code_lengths(code, rows, threads);
  parallel_for(bits.size(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) bits[i] /= static_cast<double>(rows.rows);
  });
  return std::make_shared<const std::vector<double>>(std::move(bits));
}

}  // namespace comac
