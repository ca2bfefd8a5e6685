// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/curves.hpp"

namespace comac::experiments {
namespace {

TEST(Beyond, CannotLinksDoNotHarm) {
  const auto found =
      curves("beyond", "Cannot-links", {"ionosphere", "iris", "vertebral"}, {"comac", "comac-seq"});
  for (const std::string set : {"Ionosphere", "Iris", "Vertebral"}) {
    const auto& ours = found.at("Cannot-links/" + set + "/comac");
    const auto& paper = found.at("Cannot-links/" + set + "/comac-seq");
    const auto& without = found.at("Cannot-links/" + set + "/comac-seq without cannot-links");
    ASSERT_EQ(ours.size(), 5U);
    for (std::size_t level = 1; level < ours.size(); ++level) {  // at 0 there are no links
      EXPECT_GE(ours[level], std::max(paper[level], without[level]) - 0.03) << set << " " << level;
    }
    EXPECT_GT(mean(ours), mean(paper)) << set;
  }
  const auto& ionosphere = found.at("Cannot-links/Ionosphere/comac");
  const std::vector<double> least{.06, .15, .24, .58, .91};
  for (std::size_t level = 0; level < least.size(); ++level) EXPECT_GE(ionosphere[level], least[level]);
}

TEST(Beyond, WrongSideInformationIsOutvoted) {
  const auto found = curves("beyond", "Wrong", {"iris", "vertebral", "wine-z"});
  for (const std::string block : {"Wrong labels", "Wrong pairs"}) {
    std::vector<double> gain(6), loss(6);
    for (const std::string set : {"Iris", "Vertebral", "Wine, z-scored"}) {
      const auto& trusting = found.at(block + "/" + set + "/hard");
      const auto& judging = found.at(block + "/" + set + "/trust auto");
      const auto& unsupervised = found.at(block + "/" + set + "/unsupervised");
      for (std::size_t level = 0; level < trusting.size(); ++level) {
        EXPECT_GE(judging[level], std::min(trusting[level], unsupervised[level]) - 0.02)
            << block << " " << set << " " << level;
        gain[level] += (judging[level] - trusting[level]) / 3;
        loss[level] += (std::max(trusting[level], unsupervised[level]) - judging[level]) / 3;
      }
    }
    EXPECT_LE(loss[0], 0.03) << block;
    EXPECT_GE(gain[2], 0.08) << block;
    EXPECT_GE(gain[3], 0.12) << block;
  }
}

}  // namespace
}  // namespace comac::experiments
