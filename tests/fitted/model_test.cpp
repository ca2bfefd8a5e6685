// SPDX-License-Identifier: MIT
#include "comac/model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "comac/base/error.hpp"
#include "comac/cluster.hpp"
#include "comac/data/generate.hpp"
#include "comac/evaluate/certificate.hpp"
#include "comac/evaluate/scores.hpp"
#include "fitted/model_state.hpp"
#include "support/agreement.hpp"
#include "support/expect_error.hpp"

namespace comac {
namespace {

using test::agreement;
using test::expect_error;

Dataset blobs(std::size_t rows, std::uint64_t seed = 1) {
  return generate({.shape = Shape::blobs, .rows = rows, .clusters = 3, .dimensions = 4, .seed = seed});
}

Options three_clusters(ChainKind chain = ChainKind::automatic) {
  Options options;
  options.clusters = 3;
  options.chain.kind = chain;
  options.threads = 2;
  return options;
}

TEST(Model, ClustersAsTheShortFormDoes) {
  const Dataset data = blobs(200);
  SideInformation known;
  known.label(3, "a");
  known.cannot(0, 5);
  const Model model = fit(data.table, known, three_clusters());
  const Result result = cluster(data.table, known, three_clusters());
  EXPECT_EQ(model.result().cluster, result.cluster);
  EXPECT_EQ(model.result().cost, result.cost);
}

class Chains : public testing::TestWithParam<ChainKind> {};
INSTANTIATE_TEST_SUITE_P(All, Chains, testing::Values(ChainKind::dense, ChainKind::sparse));

TEST_P(Chains, GiveRowsOfTheModelTheirOwnClusterBack) {
  const Dataset data = blobs(400);
  for (const double beta : {0.5, 0.3}) {
    Options options = three_clusters(GetParam());
    options.search.beta = beta;
    options.prep.scale = Scale::zscore;
    options.prep.pca = 2;
    SideInformation known;
    for (std::uint32_t i = 0; i < 40; ++i) known.must(i, i + 100);  // some against the data
    const Model model = fit(data.table, known, options);
    EXPECT_EQ(model.predict(data.table).cluster, model.result().cluster);
  }
}

TEST_P(Chains, GiveEqualRowsTheirOwnClusterBack) {
  Dataset data = blobs(90);
  SideInformation known;
  for (std::uint32_t row = 0; row < 20; ++row) {  // each has a twin that has to be elsewhere
    const auto values = data.table.row(row);
    std::ranges::copy(values, data.table.values.begin() + (row + 40) * std::ptrdiff_t{4});
    known.cannot(row, row + 40);
  }
  const Model model = fit(data.table, known, three_clusters(GetParam()));
  ASSERT_TRUE(model.result().certificate.violated().empty());
  EXPECT_EQ(model.predict(data.table).cluster, model.result().cluster);
  Table later = data.table;  // another row comes first, and one more time the first of them last
  later.values.insert(later.values.begin(), 4, 100.0), ++later.rows;
  later.values.insert(later.values.end(), data.table.values.begin(), data.table.values.begin() + 4),
      ++later.rows;
  std::vector<std::uint32_t> expected = model.result().cluster;
  expected.push_back(expected[0]);
  const std::vector<std::uint32_t> clusters = model.predict(later).cluster;
  EXPECT_EQ(std::vector(clusters.begin() + 1, clusters.end()), expected);
  const Prediction found = Model::from_bytes(model.to_bytes()).predict(data.table, {}, Shares::all);
  EXPECT_EQ(found.cluster, model.result().cluster);
  for (std::size_t row = 0; row < 90; ++row)
    EXPECT_EQ(found.confidence[row], found.shares[3 * row + found.cluster[row]]) << row;
}

TEST_P(Chains, PredictNewRowsOfTheSameKind) {
  const Dataset old_rows = blobs(300, 1), all = blobs(600, 1);
  Table half{300, 4, {}, {}};
  std::vector<std::uint32_t> truth;
  for (std::size_t r = 0; r < 600; r += 2) {
    const auto row = all.table.row(r + 1);
    half.values.insert(half.values.end(), row.begin(), row.end());
    truth.push_back(all.truth->ids[r + 1]);
  }
  Table known_half{300, 4, {}, {}};
  for (std::size_t r = 0; r < 600; r += 2) {
    const auto row = all.table.row(r);
    known_half.values.insert(known_half.values.end(), row.begin(), row.end());
  }
  const Model model = fit(known_half, {}, three_clusters(GetParam()));
  const Prediction prediction = model.predict(half);
  const Result together = cluster(all.table, {}, three_clusters(GetParam()));
  std::vector<std::uint32_t> of_half;
  for (std::size_t r = 1; r < 600; r += 2) of_half.push_back(together.cluster[r]);
  EXPECT_GE(score(truth, prediction.cluster).accuracy, score(truth, of_half).accuracy - 0.02);
  for (const double confidence : prediction.confidence) {
    EXPECT_GT(confidence, 0);
    EXPECT_LE(confidence, 1);
  }
}

TEST_P(Chains, TellTheShareOfEveryCluster) {
  const Dataset data = blobs(200), other = blobs(90, 2);
  const Model model = fit(data.table, {}, three_clusters(GetParam()));
  const Prediction alone = model.predict(other.table);
  const Prediction all = model.predict(other.table, {}, Shares::all);
  EXPECT_TRUE(alone.shares.empty());
  EXPECT_EQ(all.cluster, alone.cluster);
  EXPECT_EQ(all.confidence, alone.confidence);
  ASSERT_EQ(all.shares.size(), 90U * 3U);
  for (std::size_t i = 0; i < 90; ++i) {
    const std::span<const double> shares(all.shares.data() + 3 * i, 3);
    EXPECT_NEAR(shares[0] + shares[1] + shares[2], 1, 1e-12);
    EXPECT_EQ(shares[all.cluster[i]], all.confidence[i]);
    EXPECT_EQ(*std::ranges::max_element(shares), all.confidence[i]);
  }
}

TEST_P(Chains, TakeViewsOfAnyStrides) {
  const Dataset data = blobs(120);
  std::vector<double> by_column(data.table.values.size());
  for (std::size_t r = 0; r < 120; ++r) {
    for (std::size_t c = 0; c < 4; ++c) by_column[c * 120 + r] = data.table.at(r, c);
  }
  const TableView view(by_column.data(), 120, 4, 1, 120);
  const Model model = fit(view, {}, three_clusters(GetParam()));
  const Model expected = fit(data.table, {}, three_clusters(GetParam()));
  EXPECT_EQ(model.result().cluster, expected.result().cluster);
  EXPECT_EQ(model.predict(view).confidence, expected.predict(data.table).confidence);
}

TEST_P(Chains, GoOnWithMoreLinksAndKeepWhatWasSaid) {
  const Dataset data = blobs(300);
  SideInformation known;
  known.cannot(0, 1);
  known.must(2, 3);
  Model model = fit(data.table, known, three_clusters(GetParam()));
  const Model before = model;
  SideInformation more;
  std::uint32_t other = 1;
  while (model.result().cluster[other] != model.result().cluster[0]) ++other;
  more.cannot(0, other);
  model.improve(more);
  SideInformation all = known;
  all.add(more);
  EXPECT_TRUE(verify(all, model.result().cluster).empty());
  EXPECT_EQ(model.known().links.size(), 3U);
  EXPECT_EQ(&model.state().ground->chain, &before.state().ground->chain) << "the chain is not built again";
  EXPECT_EQ(before.known().links.size(), 2U) << "copies stay as they are";
  const Result anew = cluster(data.table, all, three_clusters(GetParam()));
  EXPECT_LE(model.result().cost, anew.cost + 0.005 * std::abs(anew.cost));
}

TEST(Model, StaysWhereItIsIfNothingIsAdded) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    const Dataset data = generate(
        {.shape = Shape::clouds, .rows = 150, .clusters = 3, .dimensions = 4, .distance = 3, .seed = seed});
    SideInformation known;
    for (std::uint32_t row = 0; row < 150; row += 5)
      known.label(row, data.truth->names[data.truth->ids[row]]);
    Model model = fit(data.table, known, three_clusters());
    const Result before = model.result();
    model.improve({});
    EXPECT_EQ(model.result().cluster, before.cluster) << seed;
    EXPECT_NEAR(model.result().cost, before.cost, 1e-12) << seed;
  }
}

TEST(Model, GoesOnWithAModelOfTheRowsOnlyIfItHadOne) {
  const Dataset data = blobs(90);
  for (const RowModelUse use : {RowModelUse::off, RowModelUse::on}) {
    Options options = three_clusters();
    options.search.row_model = use;
    Model model = fit(data.table, {}, options);
    model.improve({});
    EXPECT_EQ(model.result().chain.row_model, use == RowModelUse::on);
    EXPECT_EQ(model.state().kept.evidence.find("mixture") != nullptr, use == RowModelUse::on);
    EXPECT_EQ(model.options().search.row_model, use) << "for the next one";
  }
}

TEST(Model, GoesOnWithoutItsRows) {
  const Dataset data = blobs(300);
  Options options = three_clusters();
  options.search.row_model = RowModelUse::on;
  const Model model = fit(data.table, {}, options);
  ASSERT_TRUE(model.result().chain.row_model);
  Model bare = Model::from_bytes(model.to_bytes(SaveRows::none));
  SideInformation more;
  more.must(0, 1);
  bare.improve(more);
  EXPECT_TRUE(bare.result().chain.row_model) << "what the model of the rows charges is kept";
  EXPECT_EQ(bare.result().cluster[0], bare.result().cluster[1]);
  EXPECT_GE(agreement(bare.result().cluster, model.result().cluster), 0.99);
  EXPECT_EQ(Model::from_bytes(bare.to_bytes()).to_bytes(), bare.to_bytes());
}

TEST(Model, GoesOnWithAnotherTrustAtTheSameScale) {
  const Dataset data = blobs(300);
  SideInformation known;
  for (std::uint32_t i = 0; i < 30; ++i) known.label(i, data.truth->names[data.truth->ids[i]]);
  const Model model = fit(data.table, known, three_clusters());
  for (const double trust : {0.9, automatic_trust}) {
    const Model again = solve(model, {.trust = trust, .start = model.result().cluster});
    EXPECT_EQ(again.result().chain.steps, model.result().chain.steps);
    EXPECT_GE(agreement(again.result().cluster, model.result().cluster), 0.99);
  }
}

TEST(Model, KeepsTheSpectrumOfItsChain) {
  const Dataset data = blobs(300);
  Model model = fit(data.table, {}, three_clusters());
  ASSERT_NE(model.state().kept.spectrum, nullptr);
  const std::vector<double> values = model.state().kept.spectrum->values;
  SideInformation more;
  more.cannot(0, 1);
  model.improve(more);
  EXPECT_EQ(model.state().kept.spectrum->values, values);
}

TEST_P(Chains, SolveAgainForOtherNumbersOfClusters) {
  const Dataset data = blobs(200);
  const Model three = fit(data.table, {}, three_clusters(GetParam()));
  const Model four = solve(three, 4);
  Options options = three_clusters(GetParam());
  options.clusters = 4;
  EXPECT_EQ(four.result().cluster, cluster(data.table, {}, options).cluster);
  const Model from_there = solve(four, 4, four.result().cluster);
  // Where a model of the rows stands beside the chain, it is fitted again to what was found.
  EXPECT_LE(from_there.result().cost, four.result().cost + 0.005 * std::abs(four.result().cost));
  EXPECT_EQ(from_there.options().search.restarts, options.search.restarts) << "for the next one";
}

TEST(Model, RefusesRowsAndStartsThatDoNotFit) {
  const Dataset data = blobs(60);
  const Model model = fit(data.table, {}, three_clusters());
  expect_error(ErrorCode::data, "found rows of 3 columns; expected 4, as the model has them", [&] {
    model.predict(Table{1, 3, {1, 2, 3}, {}});
  });
  expect_error(ErrorCode::usage, "the start has clusters of 2 rows; expected 60, as in the model", [&] {
    solve(model, 3, std::vector<std::uint32_t>{0, 1});
  });
  expect_error(ErrorCode::usage, "row 7 starts in cluster 9; expected 0 to 2", [&] {
    std::vector<std::uint32_t> start(60, 0);
    start[7] = 9;
    solve(model, 3, start);
  });
  expect_error(ErrorCode::usage, "row 60 to explain does not exist, expected 0 to 59", [&] {
    solve(model, {.explain = true, .explain_rows = {3, 60}});
  });
  Options options = three_clusters();
  options.explain_rows = {UINT32_MAX};
  expect_error(ErrorCode::usage, "row 4294967295 to explain does not exist, expected 0 to 59",
               [&] { cluster(data.table, {}, options); });
  EXPECT_TRUE(model.predict(Table{0, 4, {}, {}}).cluster.empty());
}

/// Two groups of three rows, of which a cannot-link and a must-link overlap.
Model of_six_rows(const Options& options) {
  SideInformation known;
  known.must(0, 1), known.cannot(3, 1);
  return fit(Table{6, 2, {1, 2, 2, 1, 3, 3, 10, 11, 11, 10, 20, 21}, {}}, known, options);
}

TEST(Model, GoesOnWithoutPropagation) {
  for (const Method method : {Method::comac_seq, Method::comac_ann}) {
    for (const ChainKind chain : {ChainKind::dense, ChainKind::sparse}) {
      Options options = three_clusters(chain);
      options.clusters = 2;
      options.search.method = method;
      options.search.propagation = false;
      const Model model = of_six_rows(options);
      Model same = Model::from_bytes(model.to_bytes()), linked = model;
      same.improve({});
      EXPECT_LE(same.result().cost, model.result().cost + 1e-9);
      SideInformation more;
      more.must(0, 2), more.cannot(2, 5);
      linked.improve(more);
      EXPECT_TRUE(verify(linked.known(), linked.result().cluster).empty());
      EXPECT_EQ(solve(model, {.clusters = 3}).result().sizes.size(), 3U);
      EXPECT_EQ(solve(model, {.clusters = 3, .start = model.result().cluster}).result().cluster.size(), 6U);
      EXPECT_THROW(solve(model, {.trust = 0.8}), Error) << "every item is certain there";
    }
  }
}

TEST(Model, PredictsByTheNearestRowsHoweverFar) {
  const Dataset data = blobs(90);
  for (const ChainKind chain : {ChainKind::dense, ChainKind::sparse}) {
    const Model model = fit(data.table, {}, three_clusters(chain));
    Table far{3, 4, {}, {}};
    std::vector<std::uint32_t> expected;
    for (std::uint32_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 4; ++c) far.values.push_back(1000 * data.table.at(r, c));
    }
    const Prediction prediction = model.predict(far);
    for (const double confidence : prediction.confidence) EXPECT_TRUE(std::isfinite(confidence));
  }
}

TEST(Model, PredictsWithARelaxedChainAtAnyBeta) {
  const Dataset data = blobs(150);
  for (const double beta : {0.5, 0.6}) {
    Options options = three_clusters();
    options.chain.relaxation = 4;
    options.search.beta = beta;
    const Model model = fit(data.table, {}, options);
    Table shifted = data.table;
    for (double& value : shifted.values) value += 1e-3;
    EXPECT_GE(agreement(model.predict(shifted).cluster, model.result().cluster), 0.95);
  }
}

TEST(SideInformation, SaysThingsInFewWords) {
  SideInformation known;
  known.label(3, "a");
  known.label(4, "b", 0.9);
  known.label(5, "a");
  known.must(1, 2);
  known.cannot(1, 3, 0.8);
  EXPECT_EQ(known.label_names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(known.labels[2].label, 0U);
  EXPECT_EQ(known.labels[1].trust, 0.9);
  EXPECT_EQ(known.links[1].kind, LinkKind::cannot);
  EXPECT_EQ(known.links[1].trust, 0.8);
  SideInformation more;
  more.label(7, "b");
  known.add(more);
  EXPECT_EQ(known.labels[3].label, 1U) << "classes of the same name are the same";
}

}  // namespace
}  // namespace comac
