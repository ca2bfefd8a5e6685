// SPDX-License-Identifier: MIT
#include "evidence/extra_trees.hpp"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "support/expect_error.hpp"

namespace comac {
namespace {

using test::expect_error;

/// Two features of noise and one that tells the class by a threshold.
TrainingRows by_third_feature(std::size_t rows, std::uint64_t seed) {
  Random random(seed);
  TrainingRows training{3, {}, {}, 2};
  for (std::size_t i = 0; i < 3 * rows; ++i) training.values.push_back(static_cast<float>(random.normal()));
  for (std::size_t i = 0; i < rows; ++i)
    training.class_of.push_back(training.values[2 * rows + i] > 0.3F ? 1 : 0);
  return training;
}

std::size_t wrong(const ExtraTrees& forest, const TrainingRows& rows) {
  std::size_t count = 0;
  std::vector<double> shares(rows.classes);
  for (std::size_t i = 0; i < rows.count(); ++i) {
    const std::array row{rows.of(0)[i], rows.of(1)[i], rows.of(2)[i]};
    forest.shares(row.data(), shares);
    count += (std::ranges::max_element(shares) - shares.begin()) != rows.class_of[i] ? 1 : 0;
    EXPECT_NEAR(shares[0] + shares[1], 1, 1e-6);
  }
  return count;
}

TEST(ExtraTrees, FindTheFeatureThatTells) {
  const TrainingRows known = by_third_feature(200, 1), fresh = by_third_feature(200, 2);
  const ExtraTrees forest(known, 100, 1, 1);
  EXPECT_EQ(wrong(forest, known), 0U);  // they are grown until leaves are pure
  EXPECT_LT(wrong(forest, fresh), 20U);
  EXPECT_GT(forest.gained()[2], 0.7);
  EXPECT_NEAR(forest.gained()[0] + forest.gained()[1] + forest.gained()[2], 1, 1e-12);
}

TEST(ExtraTrees, AreTheSameForAnyNumberOfThreads) {
  const TrainingRows rows = by_third_feature(100, 3);
  EXPECT_EQ(ExtraTrees(rows, 20, 5, 1).to_json(), ExtraTrees(rows, 20, 5, 4).to_json());
  EXPECT_NE(ExtraTrees(rows, 20, 5, 1).to_json(), ExtraTrees(rows, 20, 6, 1).to_json());
}

/// Rows that no feature tells apart share a leaf.
TEST(ExtraTrees, LeaveEqualRowsTogether) {
  const TrainingRows rows{1, {1, 1, 1, 1}, {0, 1, 1, 1}, 2};
  std::vector<double> shares(2);
  const float row = 1;
  ExtraTrees(rows, 10, 1, 1).shares(&row, shares);
  EXPECT_DOUBLE_EQ(shares[0], 0.25);
  EXPECT_DOUBLE_EQ(shares[1], 0.75);
}

TEST(ExtraTrees, AreLoadedAsTheyWereSavedOrRefused) {
  const TrainingRows rows = by_third_feature(60, 7);
  const auto json = ExtraTrees(rows, 5, 1, 1).to_json();
  EXPECT_EQ(ExtraTrees::from_json(json).to_json(), json);
  for (const char* key : {"feature", "child", "threshold", "shares", "sizes"}) {
    auto broken = json;
    auto& bytes = broken[key].get_binary();
    bytes.resize(bytes.size() - 4);
    expect_error(ErrorCode::data, "the trees of a model don't fit one another",
                 [&] { ExtraTrees::from_json(broken); });
  }
}

}  // namespace
}  // namespace comac
