// SPDX-License-Identifier: MIT
#include "report/sentences.hpp"

#include <gtest/gtest.h>

#include "report/fixture.hpp"

namespace comac {
namespace {

TEST(Headline, SaysWhatCameOut) {
  test::SmallRun run;
  EXPECT_EQ(headline(run.report),
            "6 rows in 2 clusters; all 2 labels and 2 links honoured; NMI 1.00 with the truth.");
  run.report.scores.reset();
  run.report.result.certificate = {};
  EXPECT_EQ(headline(run.report), "6 rows in 2 clusters.");
}

TEST(Headline, HidesNothing) {
  test::SmallRun run;
  run.report.options.clusters = 2;
  run.report.result.cluster = {0, 0, 0, 0, 0, 0};
  run.report.result.clusters_found = 1;
  run.report.result.cancelled = true;
  run.recheck();
  run.drop(ItemId::link(0), "reason");
  EXPECT_EQ(headline(run.report),
            "6 rows in 1 cluster (2 were asked for); of 2 labels and 2 links, 2 constraints not honoured "
            "(1 contradiction left out); NMI 0.00 with the truth; stopped before the end.");
}

TEST(ChosenSentence, SaysScaleModelAndWhatLinksTaught) {
  Result result;
  EXPECT_EQ(chosen_sentence(result), "");
  result.chain.steps = 4, result.chain.neighbours = 20, result.chain.row_model = true;
  result.chosen = Chosen{.scales = {{4, 1, 1, 3}}, .bits_by_model = 2.3, .bits_by_neighbours = 3};
  EXPECT_EQ(
      chosen_sentence(result),
      "The chain takes 4 steps at a time, each to one of 20 near rows by the gaussian kernel: the grouping "
      "found there keeps the most over 1 scale; a mixture model is used as well: it takes 2.3 bits for a "
      "row, its neighbours 3.");
  result.chosen->metric = MetricFinding{true, {0.9, 0.4, 0.05, 40}, 1, {}};
  const std::string learned =
      "Distances were learned from the links. A link that was left out costs 0.40 bits to foretell with "
      "learned distances and 0.90 without links (the difference is 0.50 with a standard error of 0.05). The "
      "chain takes 4 steps at a time";
  EXPECT_EQ(chosen_sentence(result),
            learned +
                "; a mixture model is used as well: it takes 2.3 bits for a row, its "
                "neighbours 3.");
  result.chain.row_model = false;
  EXPECT_EQ(chosen_sentence(result), learned +
                                         "; no mixture model is used: it would take 2.3 bits for a row, its "
                                         "neighbours 3.");
  result.chosen->bits_by_model = 0;
  EXPECT_EQ(chosen_sentence(result), learned + ".");
}

TEST(CountSentence, SaysHowClearTheNumberIs) {
  Result result;
  EXPECT_EQ(count_sentence(result), "");
  result.chosen = Chosen{};
  EXPECT_EQ(count_sentence(result), "") << "it was given";
  result.chosen->count = CountFinding{3, 29.2, true, 0, {{2, 0}, {3, 29.2}, {4, 0.5}, {7, 11}}};
  EXPECT_EQ(count_sentence(result), "3 clusters stand out clearly (strength 29; next 7: 11). ");
  result.chosen->count->points = {{3, 29.2}};
  EXPECT_EQ(count_sentence(result), "3 clusters stand out clearly (strength 29). ");
  result.chosen->count = CountFinding{3, 2.5, false, 0, {{2, 1.5}, {3, 2.5}, {4, 2}, {5, 1}}};
  EXPECT_EQ(count_sentence(result),
            "No clear clusters: 2, 3 and 4 fit about equally well (strength 2.5; 4 would be clear). ");
  result.chosen->count->points = {{2, 1}, {3, 2.5}};
  EXPECT_EQ(count_sentence(result), "No clear clusters: 3 fit best (strength 2.5; 4 would be clear). ");
  result.chosen->count = CountFinding{1, 0, false, 0, {{2, 1}}};
  EXPECT_EQ(count_sentence(result), "No clear clusters: the rows look like one group. ");
  result.chosen->count = CountFinding{4, 0, false, 4, {}};
  EXPECT_EQ(count_sentence(result),
            "What is known needs 4 clusters, more than the range that was asked for. ");
}

TEST(Findings, NameEachKindOfViolationWithItsLines) {
  test::SmallRun run;
  run.report.known.labels.push_back({5, 1, {0, 9}});
  run.report.result.cluster = {0, 1, 0, 0, 0, 1};
  run.recheck();
  const std::vector<Finding> findings = describe_violations(run.report);
  ASSERT_EQ(findings.size(), 4U);
  EXPECT_EQ(findings[0].kind, "must_link");
  EXPECT_EQ(findings[0].sentence,
            "Row 0 and row 1 must be together but are in cluster 0 (near) and cluster 1 (far).");
  EXPECT_EQ(findings[0].places, (std::vector<std::string>{"links.csv:1"}));
  EXPECT_EQ(findings[1].kind, "cannot_link");
  EXPECT_EQ(findings[1].sentence, "Row 2 and row 4 must be apart but are both in cluster 0 (near).");
  EXPECT_EQ(findings[2].kind, "shared_cluster");
  EXPECT_EQ(findings[2].sentence, "Classes near and far are both in cluster 0 (near): row 0 and row 3.");
  EXPECT_EQ(findings[2].places, (std::vector<std::string>{"labels.csv:1", "labels.csv:2"}));
  EXPECT_EQ(findings[3].kind, "split_class");
  EXPECT_EQ(findings[3].sentence,
            "Class far is in two clusters: row 3 in cluster 0 (near), row 5 in cluster 1 (far).");
  EXPECT_EQ(findings[3].labels, (std::vector<std::string>{"far"}));
  EXPECT_EQ(describe_violations(run.report, 2).size(), 2U);
}

TEST(Findings, UseTheRowsOwnNames) {
  test::SmallRun run;
  run.report.known.row_names = {"a", "b", "c", "d", "e", "f"};
  EXPECT_EQ(row_title(run.report, 2), "row c");
  run.report.known.row_names.clear();
  run.report.known.first_row = 1;
  EXPECT_EQ(row_title(run.report, 2), "row 3");
  run.report.cluster_names.clear();
  EXPECT_EQ(cluster_title(run.report, 1), "cluster 1");
}

TEST(Findings, TellWhatTheDataOutvoted) {
  test::SmallRun run;
  run.report.result.cluster = {1, 0, 0, 1, 1, 1};
  run.outvote(ItemId::label(0));
  run.outvote(ItemId::link(0));
  EXPECT_EQ(
      headline(run.report),
      "6 rows in 2 clusters; of 2 labels and 2 links, 2 outvoted by the data; NMI 1.00 with the truth.");
  const std::vector<Finding> findings = describe_outvoted(run.report);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].kind, "label");
  EXPECT_EQ(findings[0].sentence, "Row 0 is labelled near but is in cluster 1 (far).");
  EXPECT_EQ(findings[0].places, (std::vector<std::string>{"labels.csv:1"}));
  EXPECT_EQ(findings[1].kind, "must_link");
  EXPECT_EQ(findings[1].places, (std::vector<std::string>{"links.csv:1"}));
  EXPECT_EQ(describe_outvoted(run.report, 1).size(), 1U);
}

TEST(Findings, TellWhatWasDropped) {
  test::SmallRun run;
  run.drop(ItemId::label(1), "first");
  run.drop(ItemId::link(1), "second");
  const std::vector<Finding> findings = describe_dropped(run.report);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].kind, "label");
  EXPECT_EQ(findings[0].rows, (std::vector<std::uint32_t>{3}));
  EXPECT_EQ(findings[0].places, (std::vector<std::string>{"labels.csv:2"}));
  EXPECT_EQ(findings[0].sentence, "first");
  EXPECT_EQ(findings[1].kind, "cannot_link");
  EXPECT_EQ(findings[1].rows, (std::vector<std::uint32_t>{2, 4}));
}

}  // namespace
}  // namespace comac
