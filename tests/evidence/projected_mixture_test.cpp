// SPDX-License-Identifier: MIT
#include "evidence/projected_mixture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "support/expect_error.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using test::expect_error;

/// Two clusters in the first of two directions of three columns.
ProjectedMixture some_code() {
  std::vector<StudentMixture::Part> parts(2);
  for (int c = 0; c < 2; ++c) {
    parts[static_cast<std::size_t>(c)] = {Eigen::VectorXd::Constant(2, c), (1.5 + c) * Matrix::Identity(2, 2),
                                          std::log(0.5)};
  }
  return {Matrix::Identity(3, 2), StudentMixture(parts, 8), 3, {{0, 1, 2}, {}}};
}

TEST(ProjectedMixture, IsHalfTheBitsOfTheReducedRow) {
  const Table rows{2, 3, {1, 2, 77, -1, 0, 5}, {}};
  Matrix reduced(2, 2);
  reduced << 1, -1, 2, 0;  // a column for each row
  const ProjectedMixture code = some_code();
  const Matrix density = code.model.log_densities(reduced);
  const std::vector<double> bits = half_code_lengths(code, rows, 1), charged = *charged_bits(code, rows, 1);
  for (int row = 0; row < 2; ++row) {
    for (int c = 0; c < 2; ++c) {
      const auto at = static_cast<std::size_t>(2 * row + c);
      EXPECT_NEAR(bits[at], -density(c, row) / (2 * std::numbers::ln2), 1e-12);
      EXPECT_NEAR(charged[at], bits[at] / 2, 1e-15);  // of two rows
    }
  }
}

TEST(ProjectedMixture, ComesBackFromJsonBitByBit) {
  const ProjectedMixture code = some_code();
  const ProjectedMixture again =
      ProjectedMixture::from_json(nlohmann::json::from_cbor(nlohmann::json::to_cbor(code.to_json())));
  const Table rows{1, 3, {0.1, 0.2, 0.3}, {}};
  EXPECT_EQ(half_code_lengths(again, rows, 1), half_code_lengths(code, rows, 1));
  EXPECT_EQ(again.columns, 3U);
}

TEST(ProjectedMixture, ComesBackFromJsonWithDiscreteColumns) {
  std::vector<StudentMixture::Part> parts(2);
  for (int c = 0; c < 2; ++c) {
    parts[static_cast<std::size_t>(c)] = {Eigen::VectorXd::Constant(1, c), Matrix::Identity(1, 1),
                                          std::log(0.5),
                                          Eigen::Vector2d(0.2 + c * 0.5, 0.8 - c * 0.5).array().log()};
  }
  const ProjectedMixture code{{}, StudentMixture(parts, 8), 2, {{1}, {{{0}, {3, 4}}}}};
  const ProjectedMixture again = ProjectedMixture::from_json(code.to_json());
  const Table rows{2, 2, {3, 0.5, 4, 0.5}, {}};
  const std::vector<double> bits = half_code_lengths(again, rows, 1);
  EXPECT_EQ(bits, half_code_lengths(code, rows, 1));
  EXPECT_NEAR(bits[0] - bits[2], -0.5 * std::log2(0.2 / 0.8), 1e-12);
}

TEST(ProjectedMixture, ReadsFilesWithoutDiscreteColumns) {
  nlohmann::json json = some_code().to_json();
  json.erase("split"), json.erase("columns");
  for (auto& part : json["parts"]) part.erase("log_chances");
  const Table rows{1, 3, {0.1, 0.2, 0.3}, {}};
  const ProjectedMixture again = ProjectedMixture::from_json(json);
  EXPECT_EQ(again.columns, 3U);
  EXPECT_EQ(half_code_lengths(again, rows, 1), half_code_lengths(some_code(), rows, 1));
}

TEST(ProjectedMixture, RefusesPartsThatDoNotFit) {
  const auto refused = [](const auto& change) {
    nlohmann::json json = some_code().to_json();
    change(json);
    expect_error(ErrorCode::data, "the parts of a model of the rows don't fit one another",
                 [&] { ProjectedMixture::from_json(json); });
  };
  refused([](auto& json) { json["freedom"] = 0; });
  refused([](auto& json) { json["split"]["numbers"][0] = 3; });
  refused([](auto& json) { json["split"]["discrete"].push_back({{"columns", {0}}, {"levels", {0, 1}}}); });
  refused([](auto& json) { json["parts"][1]["mean"] = {{"rows", 3}, {"values", {1, 2, 3}}}; });
  refused([](auto& json) { json["parts"][0]["root"]["values"][0] = -1; });
  refused([](auto& json) { json["directions"] = {{"rows", 3}, {"values", {1, 0, 0}}}; });
}

}  // namespace
}  // namespace comac
