// SPDX-License-Identifier: MIT
#include "evidence/code_length.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "evidence/fit_mixture.hpp"
#include "fit_scene.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using test::chain_of;
using test::columns_of;

TEST(CodeLength, BlobsAreToldShorterByAMixtureAndRingsByTheirNeighbours) {
  Random random(4);
  const Table blobs = test::blobs(random, 300, 2, 2, 5);
  Table rings{300, 2, {}, {}};
  for (std::size_t i = 0; i < 300; ++i) {
    const double angle = 2 * std::numbers::pi * random.uniform(), radius = i % 2 == 0 ? 2 : 6;
    rings.values.push_back((radius + 0.1 * random.normal()) * std::cos(angle));
    rings.values.push_back((radius + 0.1 * random.normal()) * std::sin(angle));
  }
  std::vector<std::uint32_t> start(300);
  for (std::uint32_t row = 0; row < 300; ++row) start[row] = row % 2;
  const std::vector<bool> fixed(300, false);
  const auto lengths = [&](const Table& table) {
    const Matrix rows = columns_of(table);
    const LowRankChain chain = chain_of(table, 4);
    const MixtureFit fit = fit_mixture({rows, chain, 2, start, fixed, {}, 8}, 50);
    return std::pair(mixture_code_length(fit.model, rows), neighbour_code_length(rows, 0.3));
  };
  const auto [mixture_of_blobs, neighbours_of_blobs] = lengths(blobs);
  EXPECT_LT(mixture_of_blobs, neighbours_of_blobs);
  const auto [mixture_of_rings, neighbours_of_rings] = lengths(rings);
  EXPECT_GT(mixture_of_rings, neighbours_of_rings);
}

}  // namespace
}  // namespace comac
