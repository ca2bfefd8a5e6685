// SPDX-License-Identifier: MIT
#include "select/learned.hpp"

#include <gtest/gtest.h>

#include <numeric>

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
  Learned learn(const LearnOptions& how = {}) const {
    const Progress none;
    ProgressGate gate(none);
    return learn_from_links(rows, {said, constraints}, options, gate, how);
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
  const Learned learned = hidden.learn();
  EXPECT_GT(share_right(learned.start), 0.85);
  EXPECT_EQ(count_broken(hidden.constraints, learned.start), 0U);
  // The noise is ten times as wide: without learning it makes up nearly all of the distance.
  ASSERT_EQ(learned.column_weights.size(), 4U);
  EXPECT_NEAR(std::accumulate(learned.column_weights.begin(), learned.column_weights.end(), 0.0), 1, 1e-12);
  for (std::size_t c = 1; c < 4; ++c) EXPECT_GT(learned.column_weights[0], learned.column_weights[c]);
  EXPECT_GE(learned.by_columns, 0);
  EXPECT_LE(learned.by_columns, 1);
}

TEST(LearnFromLinks, BringsLinkedRowsTogetherAndOthersApart) {
  const Hidden hidden(200, 80);
  const Matrix seen = [&] {
    const Table mapped = hidden.learn().map.apply({hidden.rows.data(), 200, 4});
    return Matrix(
        Eigen::Map<const Matrix>(mapped.values.data(), static_cast<Eigen::Index>(mapped.columns), 200));
  }();
  const auto order = [&](const Matrix& rows) {
    std::vector<MetricPair> pairs;
    for (std::uint32_t i = 0; i < 100; ++i)
      pairs.push_back({i, i + 100 - i % 2 * 1, i % 2 == (i + 100 - i % 2) % 2});
    return share_in_order(pair_distances(rows, Matrix::Identity(rows.rows(), rows.rows()), pairs), pairs);
  };
  EXPECT_GT(order(seen), order(hidden.rows) + 0.15);
}

TEST(LearnFromLinks, LooksAtTheColumnsAloneIfAsked) {
  const Learned learned = Hidden(100, 40).learn({.kernel_view = false});
  EXPECT_EQ(learned.by_columns, 1);
  EXPECT_EQ(learned.map.columns_out(), 4U);
}

TEST(LearnFromLinks, IsTheSameForAnyNumberOfThreads) {
  Hidden hidden(120, 40);
  const Learned one = hidden.learn();
  hidden.options.threads = 3;
  const Learned three = hidden.learn();
  EXPECT_EQ(one.start, three.start);
  EXPECT_EQ(one.map.views()[0].projection, three.map.views()[0].projection);
}

}  // namespace
}  // namespace comac
