// SPDX-License-Identifier: MIT
// Models on a ground that links have taught.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "comac/constraints/sampling.hpp"
#include "comac/data/generate.hpp"
#include "comac/evaluate/certificate.hpp"
#include "comac/evaluate/scores.hpp"
#include "comac/model.hpp"
#include "evidence/projected_mixture.hpp"
#include "fitted/model_state.hpp"
#include "support/agreement.hpp"

namespace comac {
namespace {

using test::agreement;

Options two_clusters() {
  Options options;
  options.clusters = 2;
  options.threads = 2;
  return options;
}

/// Two classes that one column tells, among three of noise that is ten times as wide.
Dataset hidden(std::size_t rows, std::uint64_t seed) {
  Dataset data =
      generate({.shape = Shape::blobs, .rows = rows, .clusters = 2, .dimensions = 4, .seed = seed});
  for (std::size_t r = 0; r < rows; ++r) {
    // Columns 2 and 3 hold noise alone; a sum and a difference of them are two more.
    const double one = data.table.at(r, 2), other = data.table.at(r, 3);
    data.table.at(r, 0) = static_cast<double>(data.truth->ids[r]) + 0.2 * one;
    data.table.at(r, 1) = 4 * other;
    data.table.at(r, 2) = 4 * std::sin(37 * one);
    data.table.at(r, 3) = 4 * std::sin(37 * other);
  }
  return data;
}

TEST(LearnedModel, PredictsAndGoesOnByTheMetricThatLinksTaught) {
  const Dataset data = hidden(300, 1), fresh = hidden(200, 2);
  SideInformation known;
  for (std::uint32_t i = 0; i < 90; ++i) {
    const std::uint32_t a = (7 * i) % 300, b = (11 * i + 150) % 300;
    if (a == b) continue;
    data.truth->ids[a] == data.truth->ids[b] ? known.must(a, b) : known.cannot(a, b);
  }
  Options options = two_clusters();
  options.search.metric = MetricUse::learned;
  Model model = fit(data.table, known, options);
  ASSERT_TRUE(model.state().ground->metric);
  EXPECT_EQ(agreement(model.predict(data.table).cluster, model.result().cluster), 1);
  const Prediction prediction = model.predict(fresh.table);
  EXPECT_GT(score(fresh.truth->ids, prediction.cluster).nmi, 0.6);
  const std::string path = testing::TempDir() + "learned.comac";
  model.save(path);
  const Model loaded = Model::load(path);
  EXPECT_EQ(loaded.predict(fresh.table).cluster, prediction.cluster);
  EXPECT_EQ(loaded.rows()->columns, 4U);  // as they were, not as the metric sees them
  SideInformation more;
  more.cannot(0, 299);
  model.improve(more);
  EXPECT_NE(model.result().cluster[0], model.result().cluster[299]);
  EXPECT_TRUE(model.result().certificate.violated().empty());
  EXPECT_TRUE(model.state().ground->metric);
}

/// Two long clouds side by side, which links tell and a mixture follows.
Dataset side_by_side(std::size_t rows, std::uint64_t seed) {
  Dataset data =
      generate({.shape = Shape::blobs, .rows = rows, .clusters = 2, .dimensions = 3, .seed = seed});
  Random random(seed);
  for (std::size_t r = 0; r < rows; ++r) {
    data.table.at(r, 0) = 6 * random.normal();
    data.table.at(r, 1) = data.table.at(r, 0) + 3 * data.truth->ids[r] + 0.5 * random.normal();
    data.table.at(r, 2) = random.normal();
  }
  return data;
}

TEST(LearnedModel, AModelOfTheRowsFollowsWhereLinksLead) {
  const Dataset data = side_by_side(240, 1), fresh = side_by_side(200, 2);
  const SideInformation known = sample_pairs(*data.truth, {0.3, 0, 1});
  Options options = two_clusters();
  options.search.metric = MetricUse::learned;  // the columns alone foretell these links
  const Model model = fit(data.table, known, options);
  ASSERT_TRUE(model.state().ground->metric);
  const Weighed* mixture = model.state().kept.evidence.find("mixture");
  ASSERT_NE(mixture, nullptr);
  EXPECT_TRUE(model.result().chain.row_model);
  EXPECT_TRUE(model.result().certificate.violated().empty());
  const auto& model_of_rows = dynamic_cast<const MixtureEvidence&>(*mixture->evidence);
  EXPECT_EQ(model_of_rows.code().columns, 3U);  // of the rows as they are, not as the metric sees them
  EXPECT_EQ(agreement(model.predict(data.table).cluster, model.result().cluster), 1);
  const Prediction prediction = model.predict(fresh.table);
  EXPECT_GT(score(fresh.truth->ids, prediction.cluster).nmi, 0.8);
  for (const SaveRows rows : {SaveRows::all, SaveRows::none}) {
    Model loaded = Model::from_bytes(model.to_bytes(rows), 1);
    EXPECT_EQ(loaded.state().ground->typical_distance, model.state().ground->typical_distance);
    if (rows == SaveRows::all) {
      EXPECT_EQ(loaded.predict(fresh.table).cluster, prediction.cluster);
    }
    SideInformation more;
    more.must(0, model.result().cluster[0] == model.result().cluster[1] ? 1 : 2);
    loaded.improve(more);
    EXPECT_TRUE(loaded.result().certificate.violated().empty());
    EXPECT_TRUE(loaded.result().chain.row_model);
    EXPECT_GT(agreement(loaded.result().cluster, model.result().cluster), 0.9);
  }
  EXPECT_EQ(solve(model, 3).result().sizes.size(), 3U);
  options.search.row_model = RowModelUse::off;
  EXPECT_FALSE(fit(data.table, known, options).result().chain.row_model);
}

}  // namespace
}  // namespace comac
