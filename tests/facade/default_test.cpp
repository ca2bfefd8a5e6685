// SPDX-License-Identifier: MIT
// Runs in which nothing is set but the number of clusters: scale and model are chosen.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "comac/cluster.hpp"
#include "comac/evaluate/scores.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

struct Scene {
  Table table;
  std::vector<std::uint32_t> truth;
};

/// Clouds of these sizes, so many deviations apart.
Scene clouds(std::uint64_t seed, const std::vector<std::size_t>& sizes, double apart) {
  Random random(seed);
  Scene scene{{0, 2, {}, {}}, {}};
  for (std::uint32_t c = 0; c < sizes.size(); ++c) {
    for (std::size_t i = 0; i < sizes[c]; ++i, ++scene.table.rows) {
      scene.table.values.push_back(apart * c + random.normal());
      scene.table.values.push_back(random.normal());
      scene.truth.push_back(c);
    }
  }
  return scene;
}

Scene rings(std::uint64_t seed, std::size_t each) {
  Random random(seed);
  Scene scene{{2 * each, 2, {}, {}}, {}};
  for (std::size_t i = 0; i < 2 * each; ++i) {
    const double angle = 2 * std::numbers::pi * random.uniform(),
                 radius = (i % 2 == 0 ? 2 : 6) + 0.2 * random.normal();
    scene.table.values.push_back(radius * std::cos(angle));
    scene.table.values.push_back(radius * std::sin(angle));
    scene.truth.push_back(static_cast<std::uint32_t>(i % 2));
  }
  return scene;
}

Options clusters(std::size_t count, std::size_t threads = 1) {
  Options options;
  options.clusters = count;
  options.threads = threads;
  return options;
}

TEST(DefaultRun, FindsASmallCloudBesideALargeOne) {
  for (const double apart : {8.0, 14.0}) {
    const Scene scene = clouds(1, {950, 50}, apart);
    const Result result = cluster(scene.table, {}, clusters(2));
    EXPECT_GT(score(scene.truth, result.cluster).nmi, 0.97) << apart;
    ASSERT_TRUE(result.chosen);
    EXPECT_GT(result.chain.steps, 1U);
    EXPECT_GT(result.chosen->scales.size(), 2U);
  }
}

/// Four clusters that differ in two directions across one in which all of them are long.
Scene long_side_by_side(std::uint64_t seed, std::size_t rows) {
  Random random(seed);
  Scene scene{{rows, 6, {}, {}}, {}};
  for (std::uint32_t i = 0; i < rows; ++i) {
    const double along = 12 * random.normal(), first = i % 2 == 0 ? 1 : -1, second = i % 4 < 2 ? 1 : -1;
    for (std::size_t c = 0; c < 6; ++c) {
      const double across = (c % 2 == 0 ? first : -first) + (c < 2 ? second : -second);
      scene.table.values.push_back(along + across + 0.5 * random.normal());
    }
    scene.truth.push_back(i % 4);
  }
  return scene;
}

TEST(DefaultRun, FindsLongClustersSideBySide) {
  double sum = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    const Scene scene = long_side_by_side(seed, 200);
    sum += score(scene.truth, cluster(scene.table, {}, clusters(4)).cluster).nmi;
  }
  EXPECT_GT(sum / 6, 0.9);
}

/// A narrow cloud in the middle of a wide one, in many columns.
Scene one_inside_the_other(std::uint64_t seed) {
  Random random(seed);
  Scene scene{{300, 20, {}, {}}, {}};
  for (std::uint32_t i = 0; i < 300; ++i) {
    const std::uint32_t wide = i % 3 == 0 ? 1 : 0;
    for (std::size_t c = 0; c < 20; ++c) scene.table.values.push_back((wide == 1 ? 3 : 1) * random.normal());
    scene.truth.push_back(wide);
  }
  return scene;
}

TEST(DefaultRun, FindsANarrowCloudWithinAWideOne) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Scene scene = one_inside_the_other(seed);
    EXPECT_GT(score(scene.truth, cluster(scene.table, {}, clusters(2)).cluster).nmi, 0.9) << seed;
  }
}

TEST(DefaultRun, FindsRingsAndLeavesTheModelOfTheRowsOut) {
  const Scene scene = rings(2, 300);
  const Result result = cluster(scene.table, {}, clusters(2));
  EXPECT_GT(score(scene.truth, result.cluster).nmi, 0.97);
  EXPECT_FALSE(result.chain.row_model);
  EXPECT_LT(result.chosen->bits_by_neighbours, result.chosen->bits_by_model);
}

/// Two classes that one of ten columns tells, the others being noise; and random links.
struct Hidden {
  Hidden(std::size_t count, std::size_t links, std::uint64_t seed = 1) {
    Random random(seed);
    scene.table = {count, 10, {}, {"tells"}};
    for (int c = 1; c < 10; ++c) scene.table.column_names.push_back("noise " + std::to_string(c));
    for (std::uint32_t x = 0; x < count; ++x) {
      scene.truth.push_back(x % 2);
      for (int c = 0; c < 10; ++c)
        scene.table.values.push_back(c == 0 ? 0.45 * random.normal() + x % 2 : random.normal());
    }
    for (std::size_t i = 0; i < links; ++i) {
      const auto a = static_cast<std::uint32_t>(random.below(count));
      const auto b =
          (a + 1 + static_cast<std::uint32_t>(random.below(count - 1))) % static_cast<std::uint32_t>(count);
      scene.truth[a] == scene.truth[b] ? known.must(a, b) : known.cannot(a, b);
    }
  }
  Scene scene;
  SideInformation known;
};

TEST(DefaultRun, LearnsFromLinksWhichColumnMatters) {
  const Hidden hidden(300, 90);
  const auto by_chain = [](std::size_t threads) {  // a model of the rows finds the column, too
    Options options = clusters(2, threads);
    options.search.row_model = RowModelUse::off;
    return options;
  };
  const Result result = cluster(hidden.scene.table, hidden.known, by_chain(1));
  ASSERT_TRUE(result.chosen && result.chosen->metric);
  const MetricFinding& metric = *result.chosen->metric;
  EXPECT_TRUE(metric.used);
  EXPECT_GT(metric.links.gain(), metric.links.standard_error);
  ASSERT_EQ(metric.column_weights.size(), 10U);
  EXPECT_EQ(metric.column_weights[0].column, "tells");
  for (std::size_t c = 1; c < 10; ++c)
    EXPECT_GT(metric.column_weights[0].weight, metric.column_weights[c].weight);
  EXPECT_TRUE(result.certificate.violated().empty());
  Options plain = by_chain(1);
  plain.search.metric = MetricUse::euclidean;
  const Result without = cluster(hidden.scene.table, hidden.known, plain);
  EXPECT_FALSE(without.chosen->metric);
  EXPECT_GT(score(hidden.scene.truth, result.cluster).nmi,
            score(hidden.scene.truth, without.cluster).nmi + 0.1);
  EXPECT_EQ(cluster(hidden.scene.table, hidden.known, by_chain(3)).cluster, result.cluster);
}

TEST(DefaultRun, LearnsNothingWithoutLinksOrAgainstThem) {
  const Scene scene = rings(3, 100);
  Options plain = clusters(2);
  plain.search.metric = MetricUse::euclidean;
  EXPECT_EQ(cluster(scene.table, {}, clusters(2)).cluster, cluster(scene.table, {}, plain).cluster);
  Hidden hidden(100, 60);
  for (Link& link : hidden.known.links) link.kind = LinkKind::must;  // of one kind only
  EXPECT_FALSE(cluster(hidden.scene.table, hidden.known, clusters(2)).chosen->metric);
}

TEST(DefaultRun, LearnsOnSomeRowsOfALargeTable) {
  const Hidden hidden(6000, 400);
  const Result result = cluster(hidden.scene.table, hidden.known, clusters(2));
  ASSERT_TRUE(result.chosen->metric);
  EXPECT_TRUE(result.chosen->metric->used);
  EXPECT_TRUE(result.certificate.violated().empty());
  EXPECT_GT(score(hidden.scene.truth, result.cluster).nmi, 0.35);  // of some .45 that can be told
}

TEST(DefaultRun, FindsTheNumberOfClusters) {
  const Scene scene = clouds(5, {150, 100, 80}, 10);
  Options options = clusters(1);
  options.clusters.reset();
  const Result found = cluster(scene.table, {}, options);
  EXPECT_EQ(found.sizes.size(), 3U);
  ASSERT_TRUE(found.chosen->count);
  EXPECT_TRUE(found.chosen->count->clear);
  EXPECT_EQ(found.cluster, cluster(scene.table, {}, clusters(3)).cluster) << "as if it had been given";
  EXPECT_GT(score(scene.truth, found.cluster).nmi, 0.97);
  EXPECT_GT(score(cluster(scene.table, {}, clusters(3)).cluster, found.cluster).nmi, 0.97);
  options.least_clusters = 4, options.most_clusters = 6;
  EXPECT_GE(cluster(scene.table, {}, options).sizes.size(), 4U);
  SideInformation known;
  for (std::uint32_t i = 0; i < 5; ++i) known.label(i, std::string(1, static_cast<char>('a' + i)));
  options.least_clusters = 1, options.most_clusters = 0;
  EXPECT_GE(cluster(scene.table, known, options).sizes.size(), 5U);
}

TEST(DefaultRun, LargeTablesGoByWayOfACoarserChain) {
  const Scene scene = clouds(4, {19000, 2500, 500}, 9);
  Random random(4);
  const SideInformation known = test::truthful_side(random, scene.truth, {50, 50, 3});
  const Result one = cluster(scene.table, known, clusters(3)),
               three = cluster(scene.table, known, clusters(3, 3));
  EXPECT_GT(score(scene.truth, one.cluster).nmi, 0.97);
  EXPECT_TRUE(one.certificate.violated().empty());
  EXPECT_EQ(one.cluster, three.cluster);
  EXPECT_EQ(one.cost, three.cost);
}

TEST(DefaultRun, HardItemsHoldAgainstTheData) {
  const Scene scene = clouds(5, {60, 60}, 9);
  SideInformation known;
  known.label(0, "a"), known.label(1, "b"), known.label(100, "a");
  known.cannot(5, 6), known.must(7, 110);
  const Result result = cluster(scene.table, known, clusters(2));
  EXPECT_TRUE(result.certificate.violated().empty());
  EXPECT_NE(result.cluster[5], result.cluster[6]);
  EXPECT_EQ(result.cluster[7], result.cluster[110]);
}

/// Three clouds, all stretched the same way.
Scene stretched_clouds(std::uint64_t seed, std::size_t each) {
  Random random(seed);
  const double centres[3][2] = {{-5, 0}, {0, 6}, {5, -1}};
  Scene scene{{3 * each, 2, {}, {}}, {}};
  for (std::uint32_t i = 0; i < 3 * each; ++i) {
    const double x = centres[i % 3][0] + random.normal(), y = centres[i % 3][1] + random.normal();
    scene.table.values.push_back(0.6 * x - 0.4 * y);
    scene.table.values.push_back(-0.6 * x + 0.8 * y);
    scene.truth.push_back(i % 3);
  }
  return scene;
}

TEST(DefaultRun, ManyLinksLeadIntoNoDeadEnd) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Scene scene = stretched_clouds(seed, 150);
    Random random(seed, 1);
    SideInformation known;
    for (std::size_t i = 0; i < scene.table.rows; ++i) {
      const auto first = static_cast<std::uint32_t>(random.below(scene.table.rows));
      const auto second = static_cast<std::uint32_t>(random.below(scene.table.rows));
      if (first == second) continue;
      scene.truth[first] == scene.truth[second] ? known.must(first, second) : known.cannot(first, second);
    }
    const Result result = cluster(scene.table, known, clusters(3));
    EXPECT_GT(score(scene.truth, result.cluster).nmi, 0.95) << seed;
  }
}

/// Rows of zeros and ones: in each of three classes a third of the columns is mostly 1, the others mostly 0.
Scene zeros_and_ones(std::uint64_t seed, std::size_t each) {
  Random random(seed);
  Scene scene{{3 * each, 12, {}, {}}, {}};
  for (std::uint32_t i = 0; i < 3 * each; ++i) {
    for (std::uint32_t c = 0; c < 12; ++c)
      scene.table.values.push_back(random.uniform() < (c / 4 == i % 3 ? 0.85 : 0.1) ? 1 : 0);
    scene.truth.push_back(i % 3);
  }
  return scene;
}

TEST(DefaultRun, OneColumnOfZerosAndOnesDoesNotDecideAlone) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Scene scene = zeros_and_ones(seed, 100);
    EXPECT_GT(score(scene.truth, cluster(scene.table, {}, clusters(3)).cluster).nmi, 0.8) << seed;
  }
}

}  // namespace
}  // namespace comac
