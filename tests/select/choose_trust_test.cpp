// SPDX-License-Identifier: MIT
#include "select/choose_trust.hpp"

#include <gtest/gtest.h>

#include "comac/cluster.hpp"
#include "comac/constraints/sampling.hpp"
#include "comac/evaluate/scores.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

/// Three clouds that touch, row i of class i % 3.
struct Clouds {
  Clouds() {
    Random random(5);
    table = test::blobs(random, 240, 3, 3, 3);
    truth.names = {"a", "b", "c"};
    for (std::uint32_t i = 0; i < 240; ++i) truth.ids.push_back(i % 3);
  }
  Result run(const SideInformation& known, double trust) const {
    Options options;
    options.clusters = 3;
    options.threads = 1;
    options.side.trust = trust;
    options.side.on_conflict = OnConflict::drop;
    return cluster(table, known, options);
  }
  Table table;
  Categories truth;
};

SideInformation labels_of(const Clouds& clouds, double wrong) {
  return sample_labels(clouds.truth, {0.3, LabelledClasses::all, wrong, 1});
}

SideInformation pairs_of(const Clouds& clouds, double wrong) {
  return sample_pairs(clouds.truth, {1, wrong, 1});
}

TEST(ChooseTrust, TakesWhatIsRightAtItsWord) {
  const Clouds clouds;
  EXPECT_EQ(clouds.run(labels_of(clouds, 0), automatic_trust).certificate.trust.labels, 1);
  EXPECT_EQ(clouds.run(pairs_of(clouds, 0), automatic_trust).certificate.trust.links, 1);
}

TEST(ChooseTrust, DoubtsLabelsOfWhichManyAreWrong) {
  const Clouds clouds;
  const SideInformation known = labels_of(clouds, 0.3);
  const Result doubting = clouds.run(known, automatic_trust);
  EXPECT_TRUE(doubting.certificate.trust.estimated);
  EXPECT_LT(doubting.certificate.trust.labels, 1);
  EXPECT_GT(score(clouds.truth.ids, doubting.cluster).nmi,
            score(clouds.truth.ids, clouds.run(known, 1).cluster).nmi + 0.1);
}

TEST(ChooseTrust, DoubtsLinksOfWhichManyAreWrong) {
  const Clouds clouds;
  const SideInformation known = pairs_of(clouds, 0.3);
  const Result doubting = clouds.run(known, automatic_trust), nothing = clouds.run({}, 1);
  EXPECT_LT(doubting.certificate.trust.links, 1);
  EXPECT_GT(score(clouds.truth.ids, doubting.cluster).nmi,
            score(clouds.truth.ids, clouds.run(known, 1).cluster).nmi + 0.1);
  EXPECT_GT(score(clouds.truth.ids, doubting.cluster).nmi,
            score(clouds.truth.ids, nothing.cluster).nmi - 0.05);
}

TEST(ChooseTrust, SaysNothingOfAFewItems) {
  const Clouds clouds;
  SideInformation known;
  known.label(0, "a"), known.label(1, "b");
  known.must(3, 6);
  const Trust trust = clouds.run(known, automatic_trust).certificate.trust;
  EXPECT_EQ(trust.labels, 1);
  EXPECT_EQ(trust.links, 1);
}

/// Of a hundred labels, of which clusters that know of none predict four in ten.
double trust_of(double suggested, double nearest, double at_word, double doubted) {
  return trust_in_labels({suggested, nearest, at_word, doubted, 0.4}, {100});
}

TEST(TrustInLabels, WhatIsSuggestedStandsUnlessClustersPredictMoreByOneWayBeyondChance) {
  EXPECT_EQ(trust_of(1, 0.8, 0.8, 0.82), 1);
  EXPECT_EQ(trust_of(1, 0.8, 0.8, 0.9), 0.6);
  EXPECT_EQ(trust_of(0.7, 0.7, 0.8, 0.78), 0.6);
  EXPECT_EQ(trust_of(0.7, 0.8, 0.8, 0.7), 1);
  EXPECT_EQ(trust_of(0.9, 0.7, 0.8, 0.8), 0.6);
}

TEST(TrustInLabels, WrongLabelsAreWrongByThemselves) {
  // One row predicts more than clusters do: these don't tell the classes, but the labels are right.
  EXPECT_EQ(trust_of(0.6, 0.65, 0.5, 0.45), 1);
  EXPECT_LT(trust_of(0.6, 0.52, 0.5, 0.45), 1);
  // Clusters predict more, and much more if labels are believed: then these count after all.
  EXPECT_LT(trust_of(0.6, 0.4, 0.6, 0.5), 1);
  EXPECT_EQ(trust_of(0.6, 0.4, 0.7, 0.5), 1);
  // As little as chance would.
  EXPECT_LT(trust_of(0.6, 0.5, 0.3, 0.3), 1);
  // Clusters that doubt labels predict more than those that don't, but no more than one row: no reason.
  EXPECT_EQ(trust_of(1, 0.9, 0.8, 0.9), 1);
}

TEST(TrustInLabels, ThatAreFewWrongMayPayByTheLabelledRowsAlone) {
  // None seems wrong: 300 labelled rows are right then, and .63 of the 700 others, which doubt doesn't reach.
  const LabelsPredicted share{
      .suggested = 0.8, .nearest = 0.68, .at_word = 0.63, .doubted = 0.665, .ignored = 0.6};
  EXPECT_EQ(trust_in_labels(share, {300, 6, 0.3}), 1);
  EXPECT_EQ(trust_in_labels(share, {300, 6, 0.01}), 0.6) << "where few rows are labelled, the others count";
  LabelsPredicted worse = share;
  worse.nearest = 0.6;  // as many as a fifth may be wrong
  EXPECT_EQ(trust_in_labels(worse, {300, 6, 0.3}), 0.6);
  worse = share, worse.doubted = 0.9;  // the nearest would predict as much, were none wrong
  EXPECT_EQ(trust_in_labels(worse, {300, 6, 0.3}), 0.6);
}

TEST(TrustInLabels, DoubtedOnesThatPredictHardlyMoreThanNothingDoesAreNotBelieved) {
  LabelsPredicted share{.suggested = 0.7, .nearest = 0.3, .at_word = 0.4, .doubted = 0.45, .ignored = 0.45};
  EXPECT_EQ(trust_in_labels(share, {100}), 0.5);
  share.ignored = 0.41;  // less, but within a standard error
  EXPECT_EQ(trust_in_labels(share, {100}), 0.5);
  share.ignored = 0.39;
  EXPECT_EQ(trust_in_labels(share, {100}), 0.6);
  share.doubted = 0.7, share.ignored = 0.75;  // two thirds are predicted
  EXPECT_EQ(trust_in_labels(share, {100}), 0.6);
  share.at_word = 0.85;  // but those at their word predict the most
  EXPECT_EQ(trust_in_labels(share, {100}), 1);
}

TEST(ChooseTrust, TakesManyLabelsOfOneRow) {
  const Clouds clouds;
  SideInformation known;
  for (int times = 0; times < 20; ++times) known.label(7, "a");
  EXPECT_TRUE(clouds.run(known, automatic_trust).certificate.violated().empty());
}

/// Two classes in squares of a chessboard, which no two clusters tell: only the nearest rows do.
TEST(ChooseTrust, BelievesLabelsOfClassesThatNoClustersTell) {
  Random random(3);
  Table board{400, 2, {}, {}};
  Categories truth;
  truth.names = {"black", "white"};
  for (std::uint32_t i = 0; i < 400; ++i) {
    const double x = 4 * random.uniform(), y = 4 * random.uniform();
    board.values.push_back(x), board.values.push_back(y);
    truth.ids.push_back(static_cast<std::uint32_t>(static_cast<int>(x) + static_cast<int>(y)) % 2);
  }
  Options options;
  options.clusters = 2;
  options.threads = 1;
  options.side.trust = automatic_trust;
  const auto trust_at = [&](double wrong) {
    return cluster(board, sample_labels(truth, {0.3, LabelledClasses::all, wrong, 1}), options)
        .certificate.trust.labels;
  };
  EXPECT_EQ(trust_at(0), 1);
  EXPECT_LT(trust_at(0.4), 1);
}

/// Links of both kinds in turn, and which of them are predicted: all but those up to these numbers.
struct Predictions {
  static std::vector<char> all_but(std::size_t first, std::size_t last) {
    std::vector<char> right(60, 1);
    std::fill(right.begin() + static_cast<std::ptrdiff_t>(first),
              right.begin() + static_cast<std::ptrdiff_t>(last), 0);
    return right;
  }
  static double trust(const LinksPredicted& predicted, bool contradictory = false) {
    std::vector<Link> links(60);
    for (std::uint32_t i = 0; i < links.size(); ++i) {
      links[i].first = 2 * i, links[i].second = 2 * i + 1;
      links[i].kind = i % 2 == 0 ? LinkKind::must : LinkKind::cannot;
    }
    return trust_in_links(links, predicted, contradictory);
  }
};

TEST(TrustInLinks, OneLinkMoreThatDoubtPredictsIsNoReasonToDoubt) {
  const auto right = Predictions::all_but(0, 4), one_more = Predictions::all_but(0, 3);
  EXPECT_EQ(Predictions::trust({right, one_more, right}), 1);
  EXPECT_LT(Predictions::trust({right, Predictions::all_but(0, 0), right}), 1);  // four more are
}

TEST(TrustInLinks, WhereColumnsTellLittleLinksAreBelievedThatPredictMoreThanNothingAndThanDoubt) {
  const auto at_word = Predictions::all_but(0, 20), doubted = Predictions::all_but(0, 22),
             ignored = Predictions::all_but(0, 30);
  EXPECT_EQ(Predictions::trust({at_word, doubted, ignored}), 1);
  EXPECT_EQ(Predictions::trust({doubted, at_word, ignored}), 0.5);  // wrong ones: doubt predicts more
  EXPECT_EQ(Predictions::trust({at_word, doubted, at_word}), 0.5);  // the same is predicted without them
  EXPECT_EQ(Predictions::trust({at_word, doubted, ignored}, true), 0.5);
}

}  // namespace
}  // namespace comac
