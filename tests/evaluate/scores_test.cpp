// SPDX-License-Identifier: MIT
#include "comac/evaluate/scores.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "support/expect_error.hpp"

namespace comac {
namespace {

using Ids = std::vector<std::uint32_t>;

template <class Function>
Ids make_ids(std::uint32_t rows, Function function) {
  Ids ids(rows);
  for (std::uint32_t i = 0; i < rows; ++i) ids[i] = function(i);
  return ids;
}

void expect_scores(const Scores& s, double nmi, double ari, double ami, std::pair<double, double> parts) {
  EXPECT_NEAR(s.nmi, nmi, 1e-11);
  EXPECT_NEAR(s.ari, ari, 1e-11);
  EXPECT_NEAR(s.ami, ami, 1e-11);
  EXPECT_NEAR(s.homogeneity, parts.first, 1e-11);
  EXPECT_NEAR(s.completeness, parts.second, 1e-11);
}

TEST(Scores, AreOfTheSameRows) {
  test::expect_error(ErrorCode::data,
                     "found clusters of 3 rows and a truth of 2; expected the same rows in both", [] {
                       score(Ids{0, 1}, Ids{0, 1, 2});
                     });
}

TEST(Scores, MatchHandComputedValues) {
  // H(truth) = 1 bit, H(found) = 1.5 bits, I = 1 bit; of 6 pairs 1 is together in both, 2 in truth, 1 in
  // found.
  const Scores s = score(Ids{0, 0, 1, 1}, Ids{0, 0, 1, 2});
  EXPECT_NEAR(s.nmi, 2 / 2.5, 1e-15);
  EXPECT_NEAR(s.ari, (1 - 2.0 / 6) / (1.5 - 2.0 / 6), 1e-15);
  EXPECT_NEAR(s.homogeneity, 1, 1e-15);
  EXPECT_NEAR(s.completeness, 1 / 1.5, 1e-15);
  EXPECT_DOUBLE_EQ(s.accuracy, 0.75);
}

// The constants of the next three tests are those of scikit-learn 1.2.1.
TEST(Scores, MatchKnownValues) {
  const Ids truth = make_ids(60, [](auto i) { return i % 3; });
  expect_scores(score(truth, make_ids(60, [](auto i) { return i * i / 7 % 4; })), 0.013037252375,
                -0.028419345258, -0.033556834163, {0.014323689641, 0.011962846804});
  expect_scores(score(truth, make_ids(60, [](auto i) { return i % 5 ? i % 3 : i / 5 % 3; })), 0.696342723331,
                0.668771929825, 0.686358874691, {0.696342723331, 0.696342723331});
}

TEST(Scores, MatchKnownValuesOfALargerCase) {
  const Ids truth = make_ids(20000, [](auto i) { return i * 7919 % 10007 % 10; });
  const Ids found = make_ids(20000, [&](auto i) { return i * 31 % 97 < 60 ? truth[i] : i / 3 % 12; });
  expect_scores(score(truth, found), 0.401841513762, 0.401028259098, 0.401215272343,
                {0.413578499340, 0.390752314758});
}

TEST(Scores, MatchKnownValuesOfDegenerateCases) {
  const Ids one(6, 3), halves = {0, 0, 0, 1, 1, 1}, singles = {5, 4, 3, 2, 1, 0};
  expect_scores(score(one, halves), 0, 0, 0, {1, 0});
  expect_scores(score(halves, one), 0, 0, 0, {0, 1});
  expect_scores(score(halves, singles), 0.557885891302, 0, 0, {1, 0.386852807235});
  EXPECT_DOUBLE_EQ(score(halves, singles).accuracy, 2.0 / 6);
}

TEST(Scores, AreOneForEqualPartitions) {
  for (const Ids& ids : {Ids{}, Ids{4}, Ids{1, 1, 1}, Ids{0, 1, 2}, Ids{3, 3, 9, 9, 9}}) {
    Ids renamed = ids;
    for (auto& id : renamed) id = 100 - id;
    const Scores s = score(ids, renamed);
    for (const double value : {s.nmi, s.ari, s.ami, s.homogeneity, s.completeness, s.accuracy}) {
      EXPECT_EQ(value, 1) << ids.size();
    }
  }
}

double pair_counting_ari(const Ids& truth, const Ids& found) {
  double both = 0, in_truth = 0, in_found = 0, all = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool t = truth[i] == truth[j], f = found[i] == found[j];
      both += t && f;
      in_truth += t;
      in_found += f;
      ++all;
    }
  }
  const double expected = in_truth * in_found / all;
  const double most = (in_truth + in_found) / 2;
  return most == expected ? 1 : (both - expected) / (most - expected);
}

double entropy_of(const std::map<std::pair<std::uint32_t, std::uint32_t>, double>& counts, double total) {
  double sum = 0;
  for (const auto& [ids, count] : counts) sum -= count / total * std::log(count / total);
  return sum;
}

struct Information {
  double mutual, mean_entropy;
};

Information information(const Ids& truth, const Ids& found) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> rows, columns, both;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    ++rows[{truth[i], 0}];
    ++columns[{found[i], 0}];
    ++both[{truth[i], found[i]}];
  }
  const auto total = static_cast<double>(truth.size());
  const double sum = entropy_of(rows, total) + entropy_of(columns, total);
  return {sum - entropy_of(both, total), sum / 2};
}

/// The mean mutual information over all orders of the rows, by trying them.
double permuted_ami(const Ids& truth, const Ids& found) {
  std::vector<std::size_t> order(truth.size());
  std::iota(order.begin(), order.end(), 0U);
  double sum = 0, count = 0;
  do {
    Ids moved;
    for (const auto i : order) moved.push_back(found[i]);
    sum += information(truth, moved).mutual;
    ++count;
  } while (std::next_permutation(order.begin(), order.end()));
  const Information info = information(truth, found);
  return (info.mutual - sum / count) / (info.mean_entropy - sum / count);
}

RC_GTEST_PROP(Scores, AgreeWithCountingPairs, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(2, 40);
  const auto ids = rc::gen::container<Ids>(rows, rc::gen::inRange<std::uint32_t>(0, 5));
  const Ids truth = *ids, found = *ids;
  const Scores s = score(truth, found);
  RC_ASSERT(std::abs(s.ari - pair_counting_ari(truth, found)) < 1e-12);
  const Information info = information(truth, found);
  if (info.mean_entropy > 0) RC_ASSERT(std::abs(s.nmi - info.mutual / info.mean_entropy) < 1e-12);
}

TEST(Scores, AgreeWithTheMeanOverAllPermutations) {
  const std::vector<std::pair<Ids, Ids>> cases = {{{0, 0, 0, 1, 1, 2, 2}, {0, 0, 1, 1, 1, 2, 0}},
                                                  {{0, 1, 2, 3, 3, 3, 3}, {0, 0, 0, 0, 0, 0, 1}},
                                                  {{0, 0, 0, 0, 0, 1}, {0, 1, 1, 1, 1, 1}},
                                                  {{0, 0, 1, 1}, {0, 1, 0, 1}}};
  for (const auto& [truth, found] : cases) {
    EXPECT_NEAR(score(truth, found).ami, permuted_ami(truth, found), 1e-12);
  }
}

TEST(Scores, AreQuickForManyRowsAndForManyClusters) {
  const auto start = std::chrono::steady_clock::now();
  const Ids truth = make_ids(1'000'000, [](auto i) { return i % 10; });
  const Scores few = score(truth, make_ids(1'000'000, [](auto i) { return i / 10 % 12; }));
  EXPECT_NEAR(few.ami, 0, 1e-3);
  const Scores many =
      score(make_ids(100'000, [](auto i) { return i % 3; }), make_ids(100'000, [](auto i) { return i; }));
  EXPECT_NEAR(many.ami, 0, 1e-9);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 20) << "a release build takes about 0.3 s";
}

}  // namespace
}  // namespace comac
