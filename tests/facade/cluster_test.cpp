// SPDX-License-Identifier: MIT
#include "comac/cluster.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/expect_error.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

using test::expect_error;

Options with_clusters(std::size_t clusters) {
  Options options;
  options.clusters = clusters;
  return options;
}

Table numbers(std::vector<double> values) { return {values.size(), 1, values, {}}; }

void expect_whole(const Result& result, std::size_t rows, std::size_t clusters) {
  ASSERT_EQ(result.cluster.size(), rows);
  ASSERT_EQ(result.sizes.size(), clusters);
  std::vector<std::size_t> sizes(clusters, 0);
  for (const auto c : result.cluster) ++sizes.at(c);
  EXPECT_EQ(result.sizes, sizes);
  EXPECT_EQ(result.clusters_found, clusters - static_cast<std::size_t>(std::ranges::count(sizes, 0U)));
  EXPECT_EQ(result.cost, result.terms.cost());
  EXPECT_EQ(result.cost, result.restarts.at(result.best_restart).cost);
}

TEST(Cluster, FindsTwoClouds) {
  const Result result = cluster(numbers({0, 0.1, 0.2, 9, 9.1, 9.2}), {}, with_clusters(2));
  expect_whole(result, 6, 2);
  EXPECT_EQ(result.sizes, (std::vector<std::size_t>{3, 3}));
  EXPECT_EQ(result.cluster[0], result.cluster[2]);
  EXPECT_NE(result.cluster[0], result.cluster[3]);
  EXPECT_GT(result.sigma, 0);
  EXPECT_GE(result.restarts.size(), 1U);
  EXPECT_FALSE(result.cancelled);
  EXPECT_NEAR(result.trace.back().cost, result.cost, 1e-12);
}

TEST(Cluster, RefusesWhatItCannotCluster) {
  const auto refuse = [](ErrorCode code, const std::string& sentence, const Table& table, std::size_t k) {
    expect_error(code, sentence, [&] { cluster(table, {}, with_clusters(k)); });
  };
  refuse(ErrorCode::usage, "clusters is 4; expected at most the number of rows, 3", numbers({1, 2, 3}), 4);
  refuse(ErrorCode::usage, "clusters is 0; expected 1 or more, or from A to B", numbers({1, 2, 3}), 0);
  refuse(ErrorCode::data, "there are no rows to cluster", Table{}, 2);
  refuse(ErrorCode::data, "the table has no numeric column to cluster by", {3, 0, {}, {}}, 2);
  refuse(ErrorCode::data, "row 2, column 0 of the table is NaN; expected a finite number",
         numbers({1, 2, NAN}), 2);
  refuse(ErrorCode::data, "row 0, column 1 of the table is infinite; expected a finite number",
         {2, 2, {1, -INFINITY, 3, 4}, {}}, 2);
  const std::string no_scale =
      "all rows are equal, so no scale of similarity can be estimated; expected rows that differ";
  refuse(ErrorCode::data, no_scale, numbers({5, 5, 5, 5}), 2);
  EXPECT_EQ(cluster(numbers({5}), {}, with_clusters(1)).cluster, std::vector<std::uint32_t>{0});
}

TEST(Cluster, TakesAnyNumberOfClustersUpToTheRows) {
  const Table table = numbers({1, 2, 4, 8, 16});
  for (std::size_t k = 1; k <= 5; ++k) {
    for (const double beta : {0.0, 0.5, 1.0}) {
      Options options = with_clusters(k);
      options.search.beta = beta;
      expect_whole(cluster(table, {}, options), 5, k);
    }
  }
  EXPECT_NEAR(cluster(table, {}, with_clusters(1)).cost, 0, 1e-12);
}

TEST(Cluster, ReportsFewerClustersThanAskedFor) {
  SideInformation known;
  known.links = {{0, 1, LinkKind::must, {}}, {1, 2, LinkKind::must, {}}, {2, 3, LinkKind::must, {}}};
  const Result result = cluster(numbers({1, 2, 3, 4, 9}), known, with_clusters(4));
  expect_whole(result, 5, 4);
  EXPECT_EQ(result.clusters_found, 2U);
}

TEST(Cluster, SaysHowMuchMemoryIsMissing) {
  Options options = with_clusters(2);
  options.search.method = Method::comac_seq;
  options.memory_limit = 1000;
  expect_error(
      ErrorCode::data,
      "the dense chain of 10 rows needs 2.4 kB of memory, but only 1 kB are allowed; use chain sparse", [&] {
        cluster(numbers({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), {}, options);
      });
  options.memory_limit = 2400;
  EXPECT_NO_THROW(cluster(numbers({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), {}, options));
}

TEST(Cluster, IsTheSameForAnyNumberOfThreads) {
  Random random(2);
  const Table table = test::random_table(random, 200, 3);
  const auto known = test::truthful_side(random, test::random_clusters(random, 200, 3), {20, 30, 3});
  for (const Method method : {Method::comac, Method::comac_seq, Method::comac_ann}) {
    Options options = with_clusters(4);
    options.search.method = method, options.search.beta = 0.4, options.threads = 1;
    const Result one = cluster(table, known, options);
    for (const std::size_t threads : {2U, 7U}) {
      options.threads = threads;
      const Result many = cluster(table, known, options);
      EXPECT_EQ(one.cluster, many.cluster);
      EXPECT_EQ(one.cost, many.cost);
      EXPECT_EQ(one.sigma, many.sigma);
      EXPECT_TRUE(std::ranges::equal(one.trace, many.trace, {}, &TracePoint::cost, &TracePoint::cost));
      EXPECT_TRUE(
          std::ranges::equal(one.restarts, many.restarts, {}, &RestartSummary::cost, &RestartSummary::cost));
    }
  }
}

TEST(Cluster, GivesACertificate) {
  SideInformation known = test::empty_side(2);
  known.labels = {{0, 0, {}}, {1, 0, {}}, {1, 1, {}}, {3, 1, {}}};
  known.links = {{0, 2, LinkKind::must, {}},
                 {0, 1, LinkKind::cannot, {}},
                 {2, 4, LinkKind::cannot, {}},
                 {4, 5, LinkKind::must, {}}};
  Options options = with_clusters(2);
  options.side.on_conflict = OnConflict::drop;
  options.search.method = Method::comac_seq;
  const auto& certificate = cluster(numbers({0, 0.1, 0.2, 9, 9.1, 9.2}), known, options).certificate;
  EXPECT_EQ(certificate.labels, 3U);
  EXPECT_EQ(certificate.must_links, 2U);
  EXPECT_EQ(certificate.cannot_links, 1U);
  EXPECT_EQ(certificate.groups, 3U);  // {0,1,2}, {3}, {4,5}
  EXPECT_TRUE(certificate.violated().empty());
  EXPECT_TRUE(certificate.warnings.empty());
  ASSERT_EQ(certificate.dropped().size(), 2U);
  EXPECT_EQ(certificate.dropped()[0].reason, "row 1 is labelled 'b', yet row 1 is labelled 'a'");
  EXPECT_EQ(certificate.dropped()[1].reason,
            "rows 0 and 1 cannot be together, yet row 0 is labelled 'a' and row 1 is labelled 'a'");
}

TEST(Cluster, GivesUpTheLeastPlausibleOfAConflict) {
  SideInformation known;
  known.links = {{0, 1, LinkKind::must, {}}, {1, 5, LinkKind::must, {}}, {0, 5, LinkKind::cannot, {}}};
  const Table table = numbers({0, 0.1, 0.2, 9, 9.1, 9.2});
  Options options = with_clusters(2);
  expect_error(ErrorCode::data,
               "rows 0 and 5 cannot be together, yet rows 0 and 1 must be together and rows 1 and 5 must be "
               "together; correct one of these, or use on-conflict drop or soften",
               [&] { cluster(table, known, options); });
  options.side.on_conflict = OnConflict::drop;
  const Result dropped = cluster(table, known, options);
  ASSERT_EQ(dropped.certificate.dropped().size(), 1U);
  EXPECT_EQ(dropped.certificate.dropped()[0].item.index, 1U) << "the must-link across the gap";
  EXPECT_TRUE(dropped.certificate.violated().empty());
  options.side.on_conflict = OnConflict::soften;
  const Result softened = cluster(table, known, options);
  EXPECT_TRUE(softened.certificate.dropped().empty());
  ASSERT_EQ(softened.certificate.doubted().size(), 1U);
  EXPECT_EQ(softened.certificate.doubted()[0].item.index, 1U);
  EXPECT_EQ(softened.certificate.outvoted(), std::vector<ItemId>{ItemId::link(1)});
}

TEST(Cluster, WarnsOfMoreExclusiveGroupsThanClusters) {
  SideInformation known = test::empty_side(3);
  known.labels = {{0, 0, {}}, {2, 1, {}}, {4, 2, {}}};
  const auto& certificate = cluster(numbers({0, 0.1, 5, 5.1, 9, 9.1}), known, with_clusters(2)).certificate;
  ASSERT_EQ(certificate.warnings.size(), 1U);
  EXPECT_EQ(certificate.warnings[0],
            "the groups of rows 0, 2 and 4 exclude one another, but there are only 2 clusters; "
            "3 are enough for everything");
  ASSERT_EQ(certificate.violated().size(), 1U);
  EXPECT_EQ(certificate.violated()[0].item.kind, ItemId::Kind::label);
}

TEST(Cluster, NamesTheLinesThatTooFewClustersCannotHonour) {
  SideInformation known;
  known.files = {"links.csv"};
  known.links = {{0, 1, LinkKind::must, {0, 1}},   {1, 2, LinkKind::cannot, {0, 2}},
                 {2, 3, LinkKind::cannot, {0, 3}}, {3, 4, LinkKind::cannot, {0, 4}},
                 {4, 5, LinkKind::cannot, {0, 5}}, {5, 0, LinkKind::cannot, {0, 6}},
                 {6, 7, LinkKind::cannot, {0, 7}}};
  const auto& certificate = cluster(numbers({0, 1, 2, 3, 4, 5, 6, 7}), known, with_clusters(2)).certificate;
  ASSERT_EQ(certificate.warnings.size(), 1U);
  EXPECT_EQ(
      certificate.warnings[0],
      "the groups of rows 0, 2, 3, 4 and 5 cannot all be kept apart as was said (links.csv:1, "
      "links.csv:2, links.csv:3, links.csv:4, links.csv:5 and links.csv:6), but there are only 2 clusters; "
      "3 are enough for everything");
  EXPECT_EQ(certificate.violated().size(), 1U);
}

/// Pairs of rows 2i and 2i+1; each even row excludes all odd ones but its own. In row order first come, first
/// served needs a cluster for each pair; two clusters are enough.
SideInformation crown(std::uint32_t pairs) {
  SideInformation known;
  for (std::uint32_t i = 0; i < pairs; ++i) {
    for (std::uint32_t j = 0; j < pairs; ++j) {
      if (i != j) known.links.push_back({2 * i, 2 * j + 1, LinkKind::cannot, {}});
    }
  }
  return known;
}

TEST(Cluster, StartsFromARealColouringWhereTheGreedyOneFails) {
  Options options = with_clusters(2);
  const Table table = numbers({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_TRUE(cluster(table, crown(5), options).certificate.violated().empty());
  options.search.method = Method::comac_seq;
  EXPECT_TRUE(cluster(table, crown(5), options).certificate.violated().empty()) << "run again, repaired";
  options.search.method = Method::comac;
  SideInformation mixed = crown(5);
  mixed.links.push_back({0, 1, LinkKind::must, {}, 0.7});
  const auto& certificate = cluster(table, mixed, options).certificate;
  EXPECT_TRUE(certificate.violated().empty());
  EXPECT_EQ(certificate.outvoted().size(), 1U);
}

TEST(Cluster, CanBeCancelledAtAnyCall) {
  Random random(3);
  const Table table = test::random_table(random, 80, 2);
  const auto known = test::truthful_side(random, test::random_clusters(random, 80, 3), {10, 5, 3});
  for (const std::size_t threads : {1U, 3U}) {
    Options options = with_clusters(3);
    options.search.method = Method::comac_ann, options.threads = threads, options.search.restarts = 4;
    std::size_t calls = 0;
    cluster(table, known, options, [&](const ProgressEvent&) { return ++calls > 0; });
    ASSERT_GT(calls, 20U);
    std::size_t interrupted = 0;
    for (std::size_t last = 1; last < calls; ++last) {
      std::size_t call = 0;
      try {
        const Result result =
            cluster(table, known, options, [&](const ProgressEvent&) { return ++call < last; });
        expect_whole(result, 80, 3);
        EXPECT_EQ(result.terms.beta, options.search.beta);
        EXPECT_TRUE(result.certificate.violated().empty());
        EXPECT_EQ(result.cancelled, call >= last);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::interrupted);
        ++interrupted;
      }
    }
    EXPECT_GE(interrupted, 9U) << "the chain is built in ten pieces";
    EXPECT_LT(interrupted, calls / 2);
  }
}

TEST(Cluster, HandsOnWhatTheCallbackThrows) {
  const Progress fails = [](const ProgressEvent& event) -> bool {
    if (event.stage == "optimise") throw std::runtime_error("mine");
    return true;
  };
  EXPECT_THROW(cluster(numbers({1, 2, 3, 4}), {}, with_clusters(2), fails), std::runtime_error);
}

TEST(Cluster, LargeNumbersAreNoTroubleOnceScaled) {
  Options options = with_clusters(2);
  options.prep.scale = Scale::zscore;
  const Result result = cluster(numbers({1e200, 1.1e200, -1e200, -1.1e200}), {}, options);
  EXPECT_NE(result.cluster[0], result.cluster[2]);
  EXPECT_TRUE(std::isfinite(result.cost));
}

TEST(Cluster, LargeNumbersAreRefusedWhereTheyOverflow) {
  Random random(4);
  Table table = test::random_table(random, 60, 3);
  for (double& value : table.values) value *= 1e200;
  table.at(2, 1) = 1e300;
  Options options = with_clusters(2);
  expect_error(ErrorCode::data,
               "found 1e+300 in column 2, too large for distances between rows to be numbers; correct it, or "
               "scale the columns (scale zscore)",
               [&] { cluster(table, {}, options); });
  options.prep.pca = 2;
  expect_error(ErrorCode::data,
               "the columns are too large for principal components; scale them (scale zscore)",
               [&] { cluster(table, {}, options); });
  options.prep.scale = Scale::zscore;
  EXPECT_NO_THROW(cluster(table, {}, options));
}

TEST(Cluster, DoubtsOnlyWhatTakesPartInAContradiction) {
  Random random(9);
  const Table table = test::random_table(random, 40, 2);
  SideInformation known;
  known.must(0, 1), known.must(1, 2), known.cannot(0, 2);
  for (std::uint32_t row = 10; row < 30; row += 2) known.must(row, row + 1);
  Options options = with_clusters(3);
  options.side.trust = automatic_trust;
  const Result result = cluster(table, known, options);
  std::vector<std::size_t> doubted;
  for (const Conflict& conflict : result.certificate.doubted()) doubted.push_back(conflict.item.index);
  std::ranges::sort(doubted);
  EXPECT_EQ(doubted, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(result.certificate.trust.links, 1);
  for (std::uint32_t row = 10; row < 30; row += 2) EXPECT_EQ(result.cluster[row], result.cluster[row + 1]);
}

TEST(Cluster, WithoutPropagationEveryItemIsCertain) {
  Options options = with_clusters(2);
  options.search.propagation = false;
  options.search.method = Method::comac_seq;
  SideInformation known;
  known.links = {{0, 1, LinkKind::must, {}, 0.8}};
  expect_error(ErrorCode::usage,
               "no-propagation takes every item as certain; leave it or the items' confidences out", [&] {
                 cluster(numbers({1, 2, 3, 4}), known, options);
               });
  options.side.trust = 0.8;
  expect_error(ErrorCode::usage, "no-propagation takes every item as certain; leave it or trust out", [&] {
    cluster(numbers({1, 2, 3, 4}), {}, options);
  });
}

}  // namespace
}  // namespace comac
