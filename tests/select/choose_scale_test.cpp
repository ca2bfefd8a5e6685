// SPDX-License-Identifier: MIT
#include "select/choose_scale.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "comac/cluster.hpp"
#include "comac/evaluate/scores.hpp"

namespace comac {
namespace {

/// Classes in the first column, noise of this width in the second.
struct Example {
  Table table;
  std::vector<std::uint32_t> truth;
};

Example two_classes(double gap, double noise, std::size_t rows = 120) {
  Random random(11);
  Example example{{rows, 2, {}, {"signal", "noise"}}, {}};
  for (std::size_t r = 0; r < rows; ++r) {
    example.truth.push_back(r % 2);
    example.table.values.push_back(static_cast<double>(r % 2) * gap + random.normal());
    example.table.values.push_back(noise * random.normal());
  }
  return example;
}

SideInformation labels_of(const Example& example, std::size_t count) {
  SideInformation known;
  for (std::uint32_t r = 0; r < count; ++r) known.label(r, example.truth[r] == 0 ? "a" : "b");
  return known;
}

TEST(ChooseScale, IsByUnitsWhereNothingIsKnown) {
  EXPECT_EQ(choose_scale(two_classes(8, 1).table, {}, {}).scale, Scale::none);
  const Scaled scaled = choose_scale(two_classes(8, 1000).table, {}, {});
  EXPECT_EQ(scaled.scale, Scale::robust);
  EXPECT_TRUE(scaled.why.starts_with("that of 'noise' is ")) << scaled.why;
}

TEST(ChooseScale, IsWhatWasAskedForAndNoneForThePapersMethods) {
  const Table table = two_classes(8, 1000).table;
  Options options;
  for (const Scale scale : {Scale::none, Scale::zscore, Scale::robust}) {
    options.prep.scale = scale;
    EXPECT_EQ(choose_scale(table, {}, options).scale, scale);
    EXPECT_EQ(choose_scale(table, {}, options).why, "");
  }
  options.prep.scale = Scale::automatic;
  options.search.method = Method::comac_seq;
  EXPECT_EQ(choose_scale(table, {}, options).scale, Scale::none);
}

TEST(ChooseScale, IsWhatForetellsLabels) {
  const Example near = two_classes(8, 8);  // of one kind, but the noise hides the classes a little
  EXPECT_EQ(choose_scale(near.table, {}, {}).scale, Scale::none);
  Example quiet = two_classes(1, 1);
  for (std::size_t r = 0; r < quiet.table.rows; ++r)
    quiet.table.at(r, 0) = 40 * static_cast<double>(quiet.truth[r]) + quiet.table.at(r, 0) * 0.1;
  for (std::size_t r = 0; r < quiet.table.rows; ++r) quiet.table.at(r, 1) *= 0.3;
  // The signal dwarfs the noise: units would scale. One label says nothing against it.
  EXPECT_EQ(choose_scale(quiet.table, {}, {}).scale, Scale::robust);
  EXPECT_EQ(choose_scale(quiet.table, labels_of(quiet, 1), {}).scale, Scale::robust);
  // Where scaling makes noise of what was clear, labels tell.
  Example small = two_classes(0, 0.02);
  for (std::size_t r = 0; r < small.table.rows; ++r) small.table.at(r, 0) = 0.6 * static_cast<double>(r % 7);
  for (std::size_t r = 0; r < small.table.rows; ++r) small.truth[r] = (r % 7) % 2;
  EXPECT_EQ(choose_scale(small.table, {}, {}).scale, Scale::robust);
  const Scaled told = choose_scale(small.table, labels_of(small, 60), {});
  EXPECT_EQ(told.scale, Scale::none);
  EXPECT_TRUE(told.why.starts_with("A left-out label costs 0.0")) << told.why;
}

TEST(ChooseScale, IsWhatForetellsLinks) {
  const Example hidden = two_classes(6, 9);
  SideInformation known;
  for (std::uint32_t r = 0; r + 4 < 120; ++r) {
    if (r % 2 == 0) known.must(r, r + 4);
    if (r % 2 == 1) known.cannot(r, r + 3);
  }
  EXPECT_EQ(choose_scale(hidden.table, {}, {}).scale, Scale::none);
  const Scaled told = choose_scale(hidden.table, known, {});
  EXPECT_EQ(told.scale, Scale::robust);
  EXPECT_TRUE(told.why.starts_with("A left-out link costs ")) << told.why;
}

/// Labels that have nothing to do with the columns leave what the units suggest in all but a sixth of the
/// cases, as one standard error means.
TEST(ChooseScale, SeldomFollowsLabelsThatAreNoise) {
  int changed = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    Table table{60, 2, {}, {"a", "b"}};
    SideInformation known;
    for (std::uint32_t r = 0; r < 60; ++r) {
      table.values.push_back(random.normal());
      table.values.push_back(4 * random.normal());
      known.label(r, random.below(2) == 0 ? "a" : "b");
    }
    changed += choose_scale(table, known, {}).scale == choose_scale(table, {}, {}).scale ? 0 : 1;
  }
  EXPECT_LE(changed, 18);
}

TEST(ChooseScale, TakesClustersOutOfTheShadeOfAColumn) {
  const Example example = two_classes(12, 500);
  Options options{.clusters = 2};
  options.search.row_model = RowModelUse::off;
  const Result scaled = cluster(example.table, {}, options);
  EXPECT_EQ(scaled.scaled.scale, Scale::robust);
  EXPECT_GT(score(example.truth, scaled.cluster).nmi, 0.9);
  options.prep.scale = Scale::none;
  EXPECT_LT(score(example.truth, cluster(example.table, {}, options).cluster).nmi, 0.2);
}

}  // namespace
}  // namespace comac
