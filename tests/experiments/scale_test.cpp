// SPDX-License-Identifier: MIT
// The figures of "comac reproduce scale" with fewer sets and draws, and bars that a change for the worse
// breaks.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "experiments/curves.hpp"

namespace comac::experiments {
namespace {

/// The mean over all sets at the n-th level.
double mean_at(const std::map<std::string, std::vector<double>>& found, std::size_t level) {
  std::vector<double> values;
  for (const auto& [line, means] : found) values.push_back(means.at(level));
  return mean(values);
}

std::vector<std::string> clouds_as_near_as(const std::string& distance) {
  std::vector<std::string> sets;
  for (const std::string& set : cloud_sets()) {
    if (set.ends_with("@" + distance)) sets.push_back(set);
  }
  return sets;
}

TEST(Scale, UnevenCloudsAreFound) {
  const auto found = curves("scale", "Clouds", clouds_as_near_as("6"));
  ASSERT_EQ(found.size(), 8U);
  EXPECT_GE(mean_at(found, 0), .98);
  EXPECT_GE(mean_at(found, 1), .99);
}

TEST(Scale, ThePapersSets) {
  const auto found =
      curves("scale", "The paper's sets", {"glass", "iris", "segmentation", "vertebral", "wine-z"});
  ASSERT_EQ(found.size(), 5U);
  const double least[] = {.64, .66, .70, .72};
  for (std::size_t level = 0; level < 4; ++level) EXPECT_GE(mean_at(found, level), least[level]) << level;
}

TEST(Scale, RunsThatDifferInTheirSeedAloneAgree) {
  const auto found = curves("scale", "Runs that differ", {"iris", "vertebral", "wine-z", "clouds/950-50@10"});
  ASSERT_EQ(found.size(), 4U);
  EXPECT_GE(mean_at(found, 0), .97);
}

/// Shapes, which are not part of the program.
class Shapes : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("COMAC_DATA");
    if (folder == nullptr || !std::filesystem::exists(std::filesystem::path(folder) / "shapes"))
      GTEST_SKIP() << "COMAC_DATA names no folder with shapes";
    folder_ = folder;
  }
  std::string folder_;
};

TEST_F(Shapes, AreFoundWithAndWithoutLabels) {
  const auto found = curves("scale", "Shapes", shape_sets(), {"comac"}, folder_);
  ASSERT_EQ(found.size(), 19U);
  EXPECT_GE(mean_at(found, 0), .95);
  EXPECT_GE(mean_at(found, 1), .95);
}

TEST_F(Shapes, AndThePapersSetsAreCounted) {
  std::vector<std::string> sets = shape_sets();
  for (const std::string& set : scaled_sets()) sets.push_back(set);
  const auto found = curves("scale", "The number of clusters", sets, {"comac"}, folder_);
  ASSERT_EQ(found.size(), 26U);
  std::size_t right = 0, near = 0;
  for (const auto& [line, off] : found) {
    right += off.at(0) == 0 ? 1 : 0;
    near += std::abs(off.at(0)) <= 1 ? 1 : 0;
  }
  EXPECT_GE(right, 13U);
  EXPECT_GE(near, 18U);
}

}  // namespace
}  // namespace comac::experiments
