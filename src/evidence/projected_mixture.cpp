// SPDX-License-Identifier: MIT
#include "evidence/projected_mixture.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <utility>

#include "base/parallel.hpp"
#include "comac/base/error.hpp"
#include "prep/matrix_json.hpp"

namespace comac {
namespace {

using nlohmann::json;

constexpr std::size_t rows_at_once = 4096;

StudentMixture::Part part_from(const json& from) {
  StudentMixture::Part part{matrix_from_json(from.at("mean")).reshaped(),
                            matrix_from_json(from.at("root")),
                            from.at("log_weight").get<double>(),
                            {}};
  if (from.contains("log_chances")) part.log_chances = matrix_from_json(from.at("log_chances")).reshaped();
  const bool fits = part.root.rows() == part.mean.size() && part.root.cols() == part.mean.size();
  if (!fits || !std::isfinite(part.log_weight) || !(part.root.diagonal().array() > 0).all() ||
      !(part.log_chances.array() <= 0).all()) {
    throw Error(ErrorCode::data, "the parts of a model of the rows don't fit one another");
  }
  return part;
}

bool fits(const ProjectedMixture& code) {
  std::size_t values = 0;
  bool places = std::ranges::all_of(code.split.numbers, [&](std::size_t c) { return c < code.columns; });
  for (const DiscreteColumn& column : code.split.discrete) {
    values += column.values();
    places = places && std::ranges::all_of(column.columns, [&](std::size_t c) { return c < code.columns; });
  }
  const auto numbers = static_cast<Eigen::Index>(code.split.numbers.size());
  const bool reduced = code.directions.size() > 0;
  const Eigen::Index inner = reduced ? code.directions.cols() : numbers;
  return places && (!reduced || code.directions.rows() == numbers) &&
         std::ranges::all_of(code.model.parts(), [&](const StudentMixture::Part& part) {
           return part.mean.size() == inner && part.log_chances.size() == static_cast<Eigen::Index>(values);
         });
}

}  // namespace

Eigen::MatrixXd numbers_of(const TableView& rows, const ColumnSplit& split, const Eigen::MatrixXd& directions,
                           std::size_t begin, std::size_t end) {
  Eigen::MatrixXd numbers(static_cast<Eigen::Index>(split.numbers.size()),
                          static_cast<Eigen::Index>(end - begin));
  for (std::size_t row = begin; row < end; ++row) {
    for (std::size_t c = 0; c < split.numbers.size(); ++c)
      numbers(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(row - begin)) =
          rows.at(row, split.numbers[c]);
  }
  if (directions.size() > 0) numbers = directions.transpose() * numbers;
  return numbers;
}

json ProjectedMixture::to_json() const {
  auto parts = json::array();
  for (const StudentMixture::Part& part : model.parts()) {
    parts.push_back({{"mean", matrix_json(part.mean)},
                     {"root", matrix_json(part.root)},
                     {"log_weight", part.log_weight},
                     {"log_chances", matrix_json(part.log_chances)}});
  }
  return {{"directions", matrix_json(directions)},
          {"freedom", model.freedom()},
          {"parts", parts},
          {"columns", columns},
          {"split", split.to_json()}};
}

ProjectedMixture ProjectedMixture::from_json(const json& from) {
  std::vector<StudentMixture::Part> parts;
  for (const json& part : from.at("parts")) parts.push_back(part_from(part));
  const auto freedom = from.at("freedom").get<double>();
  const Eigen::MatrixXd directions = matrix_from_json(from.at("directions"));
  ColumnSplit split;
  if (from.contains("split")) {
    split = ColumnSplit::from_json(from.at("split"));
  } else if (!parts.empty()) {  // files of version 1: all columns were numbers
    const auto columns = directions.size() > 0 ? directions.rows() : parts.front().mean.size();
    for (Eigen::Index c = 0; c < columns; ++c) split.numbers.push_back(static_cast<std::size_t>(c));
  }
  const auto columns = from.value("columns", split.numbers.size());
  ProjectedMixture code{directions, StudentMixture(std::move(parts), freedom), columns, std::move(split)};
  if (!fits(code) || !(freedom > 0) || !std::isfinite(freedom))
    throw Error(ErrorCode::data, "the parts of a model of the rows don't fit one another");
  return code;
}

std::vector<double> half_code_lengths(const ProjectedMixture& code, const TableView& rows,
                                      std::size_t threads) {
  const std::size_t k = code.model.clusters();
  std::vector<double> bits(rows.rows * k);
  parallel_for(rows.rows, rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    const Eigen::MatrixXd numbers = numbers_of(rows, code.split, code.directions, begin, end);
    const Eigen::MatrixXd density = code.model.log_densities(numbers, code.split.codes(rows, begin, end));
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

std::vector<double> MixtureEvidence::bits_of(const AskedRows& rows) const {
  std::vector<double> bits = half_code_lengths(code_, rows.columns, 1);
  for (double& value : bits) value *= 2;
  return bits;
}

EvidencePtr load_mixture(const nlohmann::json& json, const Lesson& lesson) {
  auto code = ProjectedMixture::from_json(json);
  if (code.model.clusters() != lesson.clusters || code.columns != lesson.rows.columns)
    throw Error(ErrorCode::data, "the model of the rows is of other clusters or columns");
  return std::make_shared<MixtureEvidence>(std::move(code));
}

}  // namespace comac
