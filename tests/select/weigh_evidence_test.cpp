// SPDX-License-Identifier: MIT
#include "select/weigh_evidence.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "comac/cluster.hpp"
#include "comac/evaluate/scores.hpp"
#include "comac/model.hpp"

namespace comac {
namespace {

/// Four columns of blobs in two places, and one column that tells the class, whatever the place.
Table with_a_telling_column(std::size_t rows, std::uint64_t seed) {
  Random random(seed);
  Table table{rows, 5, std::vector<double>(rows * 5), {"a", "b", "c", "d", "tells"}};
  for (std::size_t r = 0; r < rows; ++r) {
    const double place = random.below(2) == 0 ? -2 : 2;
    for (std::size_t c = 0; c < 4; ++c) table.at(r, c) = place + random.normal();
    table.at(r, 4) = random.normal();
  }
  return table;
}

Categories told_by_last_column(const Table& table) {
  Categories truth{{"low", "high"}, {}};
  for (std::size_t r = 0; r < table.rows; ++r) truth.ids.push_back(table.at(r, 4) > 0 ? 1 : 0);
  return truth;
}

SideInformation every_fifth(const Categories& truth) {
  SideInformation known;
  for (std::uint32_t r = 0; r < truth.ids.size(); r += 5) known.label(r, truth.names[truth.ids[r]]);
  return known;
}

Options two_clusters() {
  Options options;
  options.clusters = 2, options.threads = 1;
  return options;
}

TEST(WeighEvidence, FollowsAColumnThatTellsTheClass) {
  const Table table = with_a_telling_column(300, 1), fresh = with_a_telling_column(100, 2);
  const Categories truth = told_by_last_column(table);
  const Model model = fit(table, every_fifth(truth), two_clusters());
  const Result& result = model.result();
  EXPECT_GT(score(truth.ids, result.cluster).nmi, 0.5);
  EXPECT_LT(score(truth.ids, cluster(table, {}, two_clusters()).cluster).nmi, 0.1);
  ASSERT_TRUE(result.chosen && result.chosen->learned_from_labels);
  EXPECT_EQ(result.chosen->labels.items, 60U);
  EXPECT_LT(result.chosen->labels.bits, result.chosen->labels.bits_simpler);
  const auto trees = std::ranges::find(result.chosen->evidence, "trees", &EvidenceFinding::name);
  ASSERT_NE(trees, result.chosen->evidence.end());
  EXPECT_EQ(std::ranges::max_element(trees->columns, {}, &ColumnWeight::weight)->column.find("tells") !=
                std::string::npos,
            true);
  const Prediction prediction = model.predict(fresh);  // new rows go by the same evidence
  EXPECT_GT(score(told_by_last_column(fresh).ids, prediction.cluster).nmi, 0.5);
  const Model again = Model::from_bytes(model.to_bytes());
  EXPECT_EQ(again.predict(fresh).confidence, prediction.confidence);
  EXPECT_EQ(again.to_bytes(), model.to_bytes());
}

/// Would fail if evidence were judged on labels that it has seen: trees know theirs by heart.
TEST(WeighEvidence, LabelsThatAreNoiseChangeNothing) {
  std::size_t used = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Table table = with_a_telling_column(250, seed);
    Random random(seed + 100);
    Categories noise{{"x", "y"}, {}};
    for (std::size_t r = 0; r < table.rows; ++r)
      noise.ids.push_back(static_cast<std::uint32_t>(random.below(2)));
    const Result result = cluster(table, every_fifth(noise), two_clusters());
    ASSERT_TRUE(result.chosen);
    EXPECT_GT(result.chosen->labels.bits, 0.85) << seed;
    used += result.chosen->learned_from_labels ? 1 : 0;
  }
  EXPECT_LE(used, 3U);
}

TEST(WeighEvidence, IsTheSameForAnyNumberOfThreads) {
  const Table table = with_a_telling_column(200, 5);
  const SideInformation known = every_fifth(told_by_last_column(table));
  Options options = two_clusters();
  const Result one = cluster(table, known, options);
  options.threads = 4;
  const Result four = cluster(table, known, options);
  EXPECT_EQ(one.cluster, four.cluster);
  EXPECT_EQ(one.confidence, four.confidence);
}

TEST(WeighEvidence, SaysNothingWhereLabelsAreOfSomeClassesOnly) {
  const Table table = with_a_telling_column(200, 7);
  SideInformation known;
  for (std::uint32_t r = 0; r < 20; ++r) known.label(r, "only");
  const Result result = cluster(table, known, two_clusters());
  EXPECT_EQ(result.chosen->labels.items, 0U);
}

}  // namespace
}  // namespace comac
