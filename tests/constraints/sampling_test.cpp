// SPDX-License-Identifier: MIT
#include "comac/constraints/sampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "comac/base/error.hpp"

namespace comac {
namespace {

/// Classes of the given sizes, one after the other.
Categories classes_of(const std::vector<std::size_t>& sizes) {
  Categories truth;
  for (std::uint32_t c = 0; c < sizes.size(); ++c) {
    truth.names.push_back(std::to_string(c));
    truth.ids.insert(truth.ids.end(), sizes[c], c);
  }
  return truth;
}

std::set<std::uint32_t> classes_in(const SideInformation& known, const Categories& truth) {
  std::set<std::uint32_t> found;
  for (const Label& label : known.labels) found.insert(truth.ids[label.row]);
  return found;
}

std::set<std::uint32_t> rows_in(const SideInformation& known) {
  std::set<std::uint32_t> rows;
  for (const Label& label : known.labels) rows.insert(label.row);
  return rows;
}

std::size_t wrong_in(const SideInformation& known, const Categories& truth) {
  return static_cast<std::size_t>(std::ranges::count_if(
      known.labels, [&](const Label& label) { return label.label != truth.ids[label.row]; }));
}

TEST(SampleLabels, LabelsTheCeilingOfTheShare) {
  const Categories truth = classes_of({50, 51});
  EXPECT_EQ(sample_labels(truth, {.share = 0.2}).labels.size(), 21U);
  EXPECT_EQ(sample_labels(truth, {.share = 0}).labels.size(), 0U);
  EXPECT_EQ(sample_labels(truth, {.share = 1}).labels.size(), 101U);
  // 0.07 * 100 is a little more than 7 in binary.
  EXPECT_EQ(sample_labels(classes_of({50, 50}), {.share = 0.07}).labels.size(), 7U);
}

TEST(SampleLabels, SaysTheTruthAboutDistinctRows) {
  const Categories truth = classes_of({30, 20, 10});
  const SideInformation known = sample_labels(truth, {.share = 0.5});
  EXPECT_EQ(rows_in(known).size(), 30U);
  EXPECT_EQ(wrong_in(known, truth), 0U);
  EXPECT_EQ(known.label_names, truth.names);
  EXPECT_TRUE(std::ranges::is_sorted(known.labels, {}, &Label::row));
}

TEST(SampleLabels, DrawsUniformlyNotStratified) {
  const Categories truth = classes_of({50, 50});
  std::map<std::size_t, int> first_class_counts;
  std::vector<int> drawn(100, 0);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const SideInformation known = sample_labels(truth, {.share = 0.1, .seed = seed});
    std::size_t of_first = 0;
    for (const Label& label : known.labels) {
      ++drawn[label.row];
      of_first += label.label == 0;
    }
    ++first_class_counts[of_first];
  }
  // Stratified draws would always hold 5 of the first class; uniform ones do in 26 % of cases.
  EXPECT_NEAR(first_class_counts[5], 0.259 * 2000, 100);
  // Each row is drawn 200 times on average, with a standard deviation of 13.4.
  EXPECT_GT(*std::ranges::min_element(drawn), 200 - 5 * 13.4);
  EXPECT_LT(*std::ranges::max_element(drawn), 200 + 5 * 13.4);
}

TEST(SampleLabels, ASmallerShareIsAPartOfALargerOne) {
  const Categories truth = classes_of({40, 60});
  const auto small = rows_in(sample_labels(truth, {.share = 0.1, .seed = 3}));
  const auto large = rows_in(sample_labels(truth, {.share = 0.3, .seed = 3}));
  EXPECT_TRUE(std::ranges::includes(large, small));
}

TEST(SampleLabels, TwoClassesHoldThirtyPercentTogether) {
  // Only class 0 with any other, and the pair (1,2), hold 30 of 100 rows.
  const Categories truth = classes_of({22, 20, 10, 8, 8, 8, 8, 8, 8});
  std::map<std::set<std::uint32_t>, int> pairs;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    ++pairs[classes_in(sample_labels(truth, {.share = 0.3, .classes = LabelledClasses::two, .seed = seed}),
                       truth)];
  }
  std::set<std::set<std::uint32_t>> expected{{0, 1}, {0, 2}, {1, 2}};
  for (std::uint32_t c = 3; c < 9; ++c) expected.insert({0, c});
  ASSERT_EQ(pairs.size(), expected.size());
  for (const auto& [pair, count] : pairs) {
    EXPECT_TRUE(expected.contains(pair));
    EXPECT_NEAR(count, 600.0 / 9, 5 * 7.7);
  }
}

TEST(SampleLabels, TwoClassesAreTheLargestIfNoPairHoldsEnough) {
  const Categories truth = classes_of({10, 10, 14, 10, 10, 10, 13, 10, 13});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto known = sample_labels(truth, {.share = 0.2, .classes = LabelledClasses::two, .seed = seed});
    EXPECT_EQ(classes_in(known, truth), (std::set<std::uint32_t>{2, 6}));
  }
}

TEST(SampleLabels, TwoClassesAreTheSameForAllShares) {
  const Categories truth = classes_of({30, 30, 30, 30});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    LabelSampling sampling{.share = 0.5, .classes = LabelledClasses::two, .seed = seed};
    const auto expected = classes_in(sample_labels(truth, sampling), truth);
    ASSERT_EQ(expected.size(), 2U);
    for (const double share : {0.1, 0.2, 0.3, 1.0}) {
      sampling.share = share;
      EXPECT_TRUE(std::ranges::includes(expected, classes_in(sample_labels(truth, sampling), truth)));
    }
  }
}

TEST(SampleLabels, TwoClassesGiveTheShareOfAllRowsButAtMostTheirOwn) {
  const Categories truth = classes_of({25, 25, 25, 25});
  LabelSampling sampling{.share = 0.3, .classes = LabelledClasses::two};
  EXPECT_EQ(sample_labels(truth, sampling).labels.size(), 30U);
  sampling.share = 0.8;
  EXPECT_EQ(sample_labels(truth, sampling).labels.size(), 50U);
}

TEST(SampleLabels, WrongLabelsAreTheCeilingOfTheirShareAndUniformOverTheOthers) {
  const Categories truth = classes_of({300, 300, 300});
  const SideInformation known = sample_labels(truth, {.share = 1, .wrong = 0.5});
  EXPECT_EQ(wrong_in(known, truth), 450U);
  std::size_t next_class = 0;
  for (const Label& label : known.labels) next_class += label.label == (truth.ids[label.row] + 1) % 3;
  EXPECT_NEAR(static_cast<double>(next_class), 225, 5 * 10.6);
  EXPECT_EQ(wrong_in(sample_labels(classes_of({10, 11}), {.share = 1, .wrong = 0.1}), classes_of({10, 11})),
            3U);
  EXPECT_EQ(wrong_in(sample_labels(truth, {.share = 1, .wrong = 1}), truth), 900U);
}

TEST(SampleLabels, WrongLabelsLeaveTheDrawnRowsAsTheyAre) {
  const Categories truth = classes_of({40, 60});
  EXPECT_EQ(rows_in(sample_labels(truth, {.share = 0.3})),
            rows_in(sample_labels(truth, {.share = 0.3, .wrong = 0.4})));
}

TEST(SampleLabels, LeavesOutRowsWithoutAClass) {
  Categories truth = classes_of({10, 10});
  truth.ids[3] = unknown_category;
  EXPECT_FALSE(rows_in(sample_labels(truth, {.share = 1})).contains(3));
}

TEST(SampleLabels, RefusesWhatCannotBe) {
  EXPECT_THROW(sample_labels(classes_of({5, 5}), {.share = 1.5}), Error);
  EXPECT_THROW(sample_labels(classes_of({5, 5}), {.share = NAN}), Error);
  EXPECT_THROW(sample_labels(classes_of({5, 5}), {.wrong = -0.1}), Error);
  EXPECT_THROW(sample_labels(classes_of({5}), {.classes = LabelledClasses::two}), Error);
  EXPECT_THROW(sample_labels(classes_of({5}), {.wrong = 0.5}), Error);
}

std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_in(const SideInformation& known) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const Link& link : known.links) pairs.insert(std::minmax(link.first, link.second));
  return pairs;
}

std::size_t wrong_pairs_in(const SideInformation& known, const Categories& truth) {
  return static_cast<std::size_t>(std::ranges::count_if(known.links, [&](const Link& link) {
    return (truth.ids[link.first] == truth.ids[link.second]) != (link.kind == LinkKind::must);
  }));
}

TEST(SamplePairs, DrawsTheRoundedShareOfDistinctPairsOfDifferentRows) {
  const Categories truth = classes_of({6, 5});
  for (const double share : {0.0, 0.5, 1.0, 1.5, 5.0}) {
    const SideInformation known = sample_pairs(truth, {.share = share});
    EXPECT_EQ(known.links.size(), static_cast<std::size_t>(std::round(share * 11)));
    EXPECT_EQ(pairs_in(known).size(), known.links.size());
    EXPECT_EQ(wrong_pairs_in(known, truth), 0U);
    for (const Link& link : known.links) EXPECT_NE(link.first, link.second);
  }
}

TEST(SamplePairs, EveryPairIsAsLikelyAsAnyOther) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> drawn;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    for (const auto& pair : pairs_in(sample_pairs(classes_of({3, 3}), {.share = 0.5, .seed = seed})))
      ++drawn[pair];
  }
  ASSERT_EQ(drawn.size(), 15U);
  for (const auto& [pair, count] : drawn) EXPECT_NEAR(count, 600, 5 * 22);
}

TEST(SamplePairs, WrongPairsSayTheOpposite) {
  const Categories truth = classes_of({50, 50});
  EXPECT_EQ(wrong_pairs_in(sample_pairs(truth, {.share = 1, .wrong = 0.155}), truth), 16U);
  EXPECT_EQ(pairs_in(sample_pairs(truth, {.share = 1, .wrong = 0.2})),
            pairs_in(sample_pairs(truth, {.share = 1})));
}

TEST(SamplePairs, RefusesMorePairsThanThereAre) {
  EXPECT_THROW(sample_pairs(classes_of({2, 2}), {.share = 2}), Error);
  EXPECT_THROW(sample_pairs(classes_of({2, 2}), {.share = -1}), Error);
}

TEST(Sampling, RefusesClassesWithoutAName) {
  const Categories truth{{"a", "b"}, {0, unknown_category, 1, 2}};
  EXPECT_THROW(sample_labels(truth, {1, LabelledClasses::all, 0, 1}), Error);
  EXPECT_THROW(sample_labels(truth, {1, LabelledClasses::two, 0, 1}), Error);
  EXPECT_THROW(sample_pairs(truth, {1, 0, 1}), Error);
}

}  // namespace
}  // namespace comac
