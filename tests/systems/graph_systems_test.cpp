// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "comac/base/error.hpp"
#include "comac/cluster.hpp"
#include "systems/graph_cases.hpp"

namespace comac {
namespace {

void expect_same(const Result& a, const Result& b) {
  EXPECT_EQ(a.cluster, b.cluster);
  EXPECT_EQ(a.cost, b.cost);
  ASSERT_EQ(a.trace.size(), b.trace.size());
  for (std::size_t i = 0; i < a.trace.size(); ++i) EXPECT_EQ(a.trace[i].cost, b.trace[i].cost);
}

TEST(Gma, IsTheEngineWithoutConstraints) {
  const Table table = test::blobs(3, 40, 3);
  Options options{.clusters = 3, .search = {.method = Method::comac_seq, .beta = 0.6}};
  expect_same(test::run("gma-seq", table, {}, options), cluster(table, {}, options));
  options.search.method = Method::comac_ann;
  expect_same(test::run("gma-ann", table, {}, options), cluster(table, {}, options));
}

TEST(Gma, RefusesSideInformation) {
  try {
    test::run("gma-seq", test::blobs(2, 10, 3), test::few_links(), {.clusters = 2});
    FAIL() << "accepted links";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(
        std::string(error.what()),
        "gma-seq uses neither labels nor links; leave them out, or use a method that takes them, such as "
        "comac-seq");
  }
}

TEST(Tishby, TakesTheTimeThatTheUserGives) {
  const Table table = test::blobs(3, 30, 2);
  const Result two = test::run("tishby", table, {}, {.clusters = 3, .chain = {.relaxation = 2}});
  const Result many = test::run("tishby", table, {}, {.clusters = 3, .chain = {.relaxation = 64}});
  EXPECT_EQ(two.terms.beta, 1);
  EXPECT_EQ(two.chain.steps, 2U);
  EXPECT_EQ(many.chain.steps, 64U);
  EXPECT_GT(two.terms.state_information, many.terms.state_information);
}

TEST(Tishby, SaysWhichTimeItChose) {
  const Table table = test::blobs(3, 30, 12);
  const Result chosen = test::run("tishby", table, {}, {.clusters = 3});
  ASSERT_GT(chosen.chain.steps, 1U);  // far blobs make a plateau
  const Result told =
      test::run("tishby", table, {}, {.clusters = 3, .chain = {.relaxation = chosen.chain.steps}});
  expect_same(chosen, told);
}

/// What holds for each of them.
class GraphSystem : public testing::TestWithParam<const char*> {
 protected:
  static SideInformation known() {
    const bool told = find_system(GetParam()).info().uses != Uses::nothing;
    return told ? test::blob_labels(3, 40, 8) : SideInformation{};
  }
};

TEST_P(GraphSystem, SeparatesDisconnectedBlobsExactly) {
  // In many columns, since spec divides by each column's variance; many restarts, since single moves of alush
  // on its sparse graph seldom find the best.
  const Table table = test::blobs(3, 40, 300, 40);
  const Result result = test::run(GetParam(), table, known(), {.clusters = 3, .search = {.restarts = 50}});
  for (std::size_t i = 0; i < 120; ++i) EXPECT_EQ(result.cluster[i], result.cluster[i / 40 * 40]) << i;
  EXPECT_EQ(result.clusters_found, 3U);
  EXPECT_TRUE(result.certificate.violated().empty());
}

TEST_P(GraphSystem, SameResultForAnyNumberOfThreads) {
  const Table table = test::blobs(3, 40, 2);
  Options options{.clusters = 3, .threads = 1};
  const Result one = test::run(GetParam(), table, known(), options);
  for (const std::size_t threads : {2U, 7U}) {
    options.threads = threads;
    expect_same(test::run(GetParam(), table, known(), options), one);
  }
}

TEST_P(GraphSystem, EndsOnDegenerateData) {
  Table table = test::blobs(3, 40, 3);
  for (std::size_t i = 0; i < table.rows; ++i) table.at(i, 1) = 1;                 // a constant column
  for (std::size_t i = 0; i < 30; ++i) table.at(i, 0) = table.at(i / 10 * 10, 0);  // equal rows
  for (const std::size_t clusters : {3U, 7U}) {
    const Result result = test::run(GetParam(), table, known(), {.clusters = clusters});
    EXPECT_EQ(result.cluster.size(), table.rows);
    for (const auto c : result.cluster) EXPECT_LT(c, clusters);
    EXPECT_EQ(result.sizes.size(), clusters);
  }
}

TEST_P(GraphSystem, OneClusterHoldsAll) {
  SideInformation one_class = known();
  std::erase_if(one_class.labels, [](const Label& label) { return label.label != 0; });
  const Result result = test::run(GetParam(), test::blobs(3, 40, 3), one_class, {.clusters = 1});
  EXPECT_EQ(result.sizes, std::vector<std::size_t>{120});
}

TEST_P(GraphSystem, TwoRows) {
  SideInformation two;
  if (!known().empty()) two = test::blob_labels(2, 1, 1);
  const Result result = test::run(GetParam(), {2, 1, {0, 1}, {}}, two, {.clusters = 2});
  EXPECT_EQ(result.cluster.size(), 2U);
}

TEST_P(GraphSystem, RefusesWhatDoesNotFitInMemory) {
  try {
    test::run(GetParam(), test::blobs(3, 40, 3), known(), {.clusters = 3, .memory_limit = 1000});
    FAIL() << "did not look at the limit";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::data);
    EXPECT_NE(std::string(error.what()).find("needs"), std::string::npos);
  }
}

TEST_P(GraphSystem, RefusesMoreClustersThanRows) {
  EXPECT_THROW(test::run(GetParam(), test::blobs(1, 3, 3), {}, {.clusters = 4}), Error);
}

INSTANTIATE_TEST_SUITE_P(All, GraphSystem,
                         testing::Values("gma-seq", "gma-ann", "alush", "tishby", "spec", "label-spreading",
                                         "e2cp"),
                         [](const auto& system) {
                           std::string name = system.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace comac
