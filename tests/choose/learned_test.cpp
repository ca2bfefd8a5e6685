// SPDX-License-Identifier: MIT
#include "choose/learned.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "constraints/propagate.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;

/// Two clusters that one column tells apart, among three of noise that is wider.
struct Hidden {
  explicit Hidden(std::uint32_t count, std::size_t links, std::uint64_t seed = 1) : rows(4, count) {
    Random random(seed);
    for (std::uint32_t x = 0; x < count; ++x) {
      for (Eigen::Index c = 0; c < 4; ++c)
        rows(c, x) = c == 0 ? random.normal() * 0.3 + x % 2 : 3 * random.normal();
    }
    for (std::size_t i = 0; i < links; ++i) {
      Link link;
      link.first = static_cast<std::uint32_t>(random.below(count));
      link.second = (link.first + 1 + static_cast<std::uint32_t>(random.below(count - 1))) % count;
      link.kind = link.first % 2 == link.second % 2 ? LinkKind::must : LinkKind::cannot;
      said.links.push_back(link);
    }
    constraints = propagate(said, count, OnConflict::drop);
    options.clusters = 2;
    options.threads = 1;
  }
  std::optional<LearnedSpace> learn() const {
    const Progress none;
    ProgressGate gate(none);
    return learn_from_links(rows, {said, constraints}, options, gate);
  }
  Matrix rows;
  SideInformation said;
  Constraints constraints;
  Options options;
};

double share_right(const std::vector<std::uint32_t>& cluster) {
  double same = 0;
  for (std::size_t x = 0; x < cluster.size(); ++x) same += cluster[x] == x % 2;
  same /= static_cast<double>(cluster.size());
  return std::max(same, 1 - same);
}

TEST(LearnFromLinks, FindsTheColumnThatMatters) {
  const Hidden hidden(200, 80);
  const auto space = hidden.learn();
  ASSERT_TRUE(space);
  EXPECT_GT(share_right(space->start), 0.85);
  EXPECT_EQ(count_broken(hidden.constraints, space->start), 0U);
  const LearnedView& linear = space->views[0];
  const Matrix metric = linear.root.transpose() * linear.root;
  for (Eigen::Index c = 1; c < 4; ++c) EXPECT_GT(metric(0, 0), 4 * metric(c, c));
  EXPECT_GT(linear.in_order, 0.7);
  EXPECT_NEAR(space->views[0].weight + space->views[1].weight, 1, 1e-12);
}

TEST(LearnFromLinks, LearnsNothingFromFewLinks) {
  EXPECT_FALSE(Hidden(50, least_links_to_learn - 1).learn());
}

TEST(LearnFromLinks, IsTheSameForAnyNumberOfThreads) {
  Hidden hidden(120, 40);
  const auto one = hidden.learn();
  hidden.options.threads = 3;
  const auto three = hidden.learn();
  EXPECT_EQ(one->start, three->start);
  EXPECT_EQ(one->views[0].root, three->views[0].root);
}

TEST(LearnFromLinks, TakesSomeRowsOfALargeTable) {
  const Hidden hidden(6000, 300);
  const auto space = hidden.learn();
  ASSERT_TRUE(space);
  EXPECT_TRUE(space->start.empty());
  EXPECT_EQ(space->views[0].mapped(hidden.rows).cols(), 6000);
}

TEST(LearnedChain, IsTheWeightedMeanOfTheViews) {
  const Hidden hidden(60, 30);
  auto both = *hidden.learn();
  both.views[0].weight = 0.25, both.views[1].weight = 0.75;
  LearnedSpace first{{both.views[0]}, {}}, second{{both.views[1]}, {}};
  const Progress none;
  ProgressGate gate(none);
  const auto chain = [&](const LearnedSpace& space) {
    return learned_chain(space, hidden.rows, hidden.options, gate);
  };
  const SparseChain mean = chain(both), a = chain(first), b = chain(second);
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t j = 0; j < 60; ++j) {
      EXPECT_NEAR(mean.between(i, j), 0.25 * a.between(i, j) + 0.75 * b.between(i, j), 1e-15);
    }
  }
}

}  // namespace
}  // namespace comac
