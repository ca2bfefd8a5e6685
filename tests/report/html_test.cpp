// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "comac/base/error.hpp"
#include "comac/report/report.hpp"
#include "report/fixture.hpp"
#include "report/markup.hpp"

namespace comac {
namespace {

using test::count_of;
using test::markup_fault;

bool has(const std::string& page, std::string_view text) { return page.find(text) != std::string::npos; }

void expect_self_contained(const std::string& page) {
  EXPECT_EQ(markup_fault(page), "");
  EXPECT_EQ(count_of(page, "http:") + count_of(page, "https:"),
            count_of(page, "xmlns=\"http://www.w3.org/2000/svg\""));
  for (const auto* word : {"<script", "<link", "@import", "url(", "src=", "href="})
    EXPECT_FALSE(has(page, word)) << word;
  EXPECT_FALSE(has(page, "nan"));
  EXPECT_LT(page.size(), 5'000'000U);
}

TEST(Html, ShowsEverySection) {
  test::SmallRun run;
  const std::string page = to_html(run.report, run.with_table());
  expect_self_contained(page);
  EXPECT_TRUE(has(
      page, "<h1>6 rows in 2 clusters; all 2 labels and 2 links honoured; NMI 1.00 with the truth.</h1>"));
  for (const auto* heading : {"The rows", "The clusters", "Where to doubt: rows between clusters",
                              "Cost after each sweep", "Clusters against the truth", "Constraints",
                              "Restarts", "Times", "Numbers", "Agreement with the truth"}) {
    EXPECT_TRUE(has(page, std::string("<h2>") + heading + "</h2>")) << heading;
  }
  EXPECT_TRUE(has(page, "comac cluster clouds.csv --clusters 2"));
  EXPECT_TRUE(has(page, "✓ Everything is honoured."));
  EXPECT_TRUE(has(page, "β 0.5")) << "a change of beta is marked";
  EXPECT_TRUE(has(page, "PC1 (")) << "principal components by default";
  EXPECT_TRUE(has(page, "<th scope=\"row\">anneal-step</th><td>0.1</td>"));
}

TEST(Html, SaysWhatEachClusterIs) {
  test::SmallRun run;
  const std::string page = to_html(run.report, run.with_table());
  EXPECT_TRUE(has(page, "<b>width</b> at most 1<span"));
  EXPECT_TRUE(has(page, "100 % here, 0 % elsewhere; typically 0, elsewhere 9"));
  EXPECT_TRUE(has(page, "Typical is row 0: width 0, height 0"));
  EXPECT_TRUE(has(page, "At the border: row 2 (0.55, next 1)"));
  EXPECT_TRUE(has(page, "1 of 6 rows is less sure than 0.6"));
  EXPECT_LT(page.find("The clusters"), page.find("Where to doubt"));
  EXPECT_LT(page.find("Where to doubt"), page.find("Constraints"));
  EXPECT_LT(page.find("How it was found"), page.find(" ms<")) << "times are in the details";
}

TEST(Html, IsBriefIfAsked) {
  test::SmallRun run;
  ReportView view = run.with_table();
  view.brief = true;
  const std::string page = to_html(run.report, view);
  expect_self_contained(page);
  EXPECT_TRUE(has(page, "<h1>6 rows in 2 clusters;"));
  EXPECT_EQ(count_of(page, "<h2>"), 1U);
  EXPECT_TRUE(has(page, "<h2>The rows</h2>"));
}

TEST(Html, DrawsEveryRowLabelAndLink) {
  test::SmallRun run;
  const std::string page = to_html(run.report, run.with_table());
  for (int row = 0; row < 6; ++row) EXPECT_EQ(count_of(page, ">row " + std::to_string(row) + " · "), 1U);
  EXPECT_TRUE(
      has(page, "row 0 · cluster 0 (near) · labelled near · truth a · confidence 0.90\nwidth 0, height 0<"));
  EXPECT_EQ(count_of(page, "<input type=\"radio\" name=\"row\"/>"), 6U) << "reached by the keyboard";
  EXPECT_TRUE(has(page, "<path class=\"must\""));
  EXPECT_TRUE(has(page, "<path class=\"cannot\""));
  EXPECT_FALSE(has(page, "violated\" d="));
  EXPECT_EQ(count_of(page, "class=\"note\">near<"), 1U);
  EXPECT_EQ(count_of(page, "<path class=\"ring\""), 1U);
}

TEST(Html, ListsWhatIsViolatedAndDropped) {
  test::SmallRun run;
  run.report.result.cluster = {0, 1, 0, 1, 1, 1};
  run.recheck();
  run.drop(ItemId::link(1), "the reason");
  run.report.result.certificate.warnings = {"the warning"};
  run.report.messages = {"the message"};
  run.report.reading = {"the column"};
  const std::string page = to_html(run.report, run.with_table());
  EXPECT_LT(page.find("the message"), page.find("The clusters")) << "what is wrong comes first";
  EXPECT_GT(page.find("the column"), page.find("The clusters")) << "how the table was read comes later";
  expect_self_contained(page);
  EXPECT_TRUE(has(page, "✗ 1 constraint not honoured:"));
  EXPECT_TRUE(has(page, "<code>links.csv:1</code>"));
  EXPECT_TRUE(has(page, "<path class=\"must violated\""));
  EXPECT_FALSE(has(page, "<path class=\"cannot\"")) << "what was left out is not drawn";
  for (const auto* text : {"the reason", "the warning", "the message"}) EXPECT_TRUE(has(page, text)) << text;
}

TEST(Html, ListsWhatTheDataOutvoted) {
  test::SmallRun run;
  run.outvote(ItemId::label(0));
  run.outvote(ItemId::link(1));
  const std::string page = to_html(run.report, run.with_table());
  expect_self_contained(page);
  EXPECT_TRUE(has(page, "2 soft items outvoted by the data:"));
  EXPECT_TRUE(has(page, "✓ Everything that had to hold is honoured."));
  EXPECT_TRUE(has(page, "<path class=\"cannot violated\""));
}

TEST(Html, DrawsChosenColumnsOrRefusesThem) {
  test::SmallRun run;
  run.view.x_column = "height";
  run.view.y_column = "width";
  const std::string page = to_html(run.report, run.with_table());
  EXPECT_TRUE(has(page, ">height</text>"));
  EXPECT_FALSE(has(page, "PC1"));
  run.view.y_column = "depth";
  try {
    to_html(run.report, run.view);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_STREQ(error.what(), "found no column \"depth\" to draw; name one of the table's features");
  }
}

TEST(Html, LeavesOutWhatIsNotThere) {
  test::SmallRun run;
  run.report.truth.reset();
  run.report.scores.reset();
  run.report.known = {};
  run.report.result.confidence.clear();
  run.report.description.reset();
  run.report.result.certificate = {};
  run.report.result.trace.clear();
  run.view.command.clear();
  const std::string page = to_html(run.report, run.view);
  expect_self_contained(page);
  for (const auto* heading : {"The rows", "Where to doubt", "Cost after each sweep",
                              "Clusters against the truth", "The same run again"}) {
    EXPECT_FALSE(has(page, heading)) << heading;
  }
  EXPECT_TRUE(has(page, "no labels, no links"));
  expect_self_contained(to_html(RunReport{}, ReportView{}));
}

TEST(Html, ShowsTheChainBetweenClusters) {
  test::SmallRun run;
  const std::string page = to_html(run.report, run.view);
  expect_self_contained(page);
  EXPECT_TRUE(has(page, "The chain between clusters"));
  EXPECT_TRUE(has(page, ">0.25</text>"));
  run.report.result.transition.clear();  // as of another system
  EXPECT_FALSE(has(to_html(run.report, run.view), "The chain between clusters"));
}

TEST(Html, ListsAndDrawsSuspiciousLabelsAndLinks) {
  test::SmallRun run;
  EXPECT_FALSE(has(to_html(run.report, run.with_table()), "Suspicious"));
  run.report.result.explanation = Explanation{
      {{ItemId::label(1), 0.25}, {ItemId::link(1), 0.125}, {ItemId::label(0), 0}, {ItemId::link(0), 0}}, {}};
  const std::string page = to_html(run.report, run.with_table());
  expect_self_contained(page);
  EXPECT_TRUE(has(page, "Suspicious labels and links"));
  EXPECT_TRUE(has(page, "Row 3 is labelled far: without it the cost would be 0.25 bits lower."));
  EXPECT_TRUE(has(page, "Row 2 and row 4 must be apart: without it the cost would be 0.125 bits lower."));
  EXPECT_FALSE(has(page, "Row 0 is labelled"));
  EXPECT_TRUE(has(page, "<code>labels.csv:2</code>"));
  EXPECT_EQ(count_of(page, "class=\"ring doubted\""), 1U);
  EXPECT_EQ(count_of(page, "class=\"cannot doubted\""), 1U);
  EXPECT_EQ(count_of(page, "class=\"must doubted\""), 0U);
}

TEST(Html, TakesATableOfOneColumn) {
  test::SmallRun run;
  run.table = Table{6, 1, {1, 2, 3, 11, 12, 13}, {"x"}};
  expect_self_contained(to_html(run.report, run.with_table()));
}

TEST(Html, DisarmsHostileNames) {
  const std::string hostile = "\"><script>alert('1' & 2)</script>\x01\xFF";
  test::SmallRun run;
  run.report.input = run.report.version = run.view.command = hostile;
  run.report.known.label_names = run.report.cluster_names = run.report.truth->names = {hostile, hostile};
  run.report.known.files = {hostile, hostile};
  run.report.known.row_names.assign(6, hostile);
  run.report.messages = run.report.reading = run.report.result.certificate.warnings = {hostile};
  run.report.result.cluster = {0, 1, 0, 0, 0, 1};
  run.recheck();
  run.drop(ItemId::label(0), hostile);
  run.table.column_names = {hostile, hostile};
  for (auto& cluster : run.report.description->clusters) {
    for (auto& trait : cluster.traits) trait.column = hostile, trait.categories = {hostile};
    cluster.traits.push_back(cluster.traits[0]);
    cluster.traits.back().kind = TraitKind::among;
  }
  run.view.x_column = run.view.y_column = hostile;
  const std::string page = to_html(run.report, run.with_table());
  expect_self_contained(page);
  EXPECT_TRUE(has(page, "&lt;script&gt;"));
  EXPECT_FALSE(has(page, "\x01"));
  EXPECT_FALSE(has(page, "\xFF"));
}

/// Many rows, clusters, labels and links, all with long names that swell when escaped.
void make_large(test::SmallRun& run, std::uint32_t rows, std::uint32_t clusters, bool random_clusters) {
  Random random(1);
  const std::string name(300, '&');
  run.table = Table{rows, 3, std::vector<double>(3 * std::size_t{rows}), {name, name, name}};
  for (auto& value : run.table.values) value = random.normal();
  RunReport& report = run.report;
  report.rows = rows;
  report.known.row_names.assign(rows, name);
  report.known.label_names = report.cluster_names = report.truth->names =
      std::vector<std::string>(clusters, name);
  report.result.sizes.assign(clusters, rows / clusters);
  report.result.cluster.resize(rows);
  report.truth->ids.resize(rows);
  for (std::uint32_t row = 0; row < rows; ++row) {
    report.truth->ids[row] = row % clusters;
    report.result.cluster[row] =
        random_clusters ? static_cast<std::uint32_t>(random.below(clusters)) : row % clusters;
    if (row % 2 == 0) report.known.labels.push_back({row, row % clusters, {0, row}});
    if (row % 3 == 0) report.known.links.push_back({row, row / 2, LinkKind::must, {1, row}});
  }
  report.result.transition.assign(std::size_t{clusters} * clusters, 1.0 / clusters);
  report.result.explanation.emplace();
  for (const ItemId item : report.known.per_item<char>(0).ids())
    report.result.explanation->ranking.push_back({item, 1});
  report.result.confidence.assign(rows, 0.5);
  report.result.runner_up.assign(rows, 0);
  DescribeInput about;
  about.columns = 3;
  about.column = columns_of(run.table);
  about.compared = TableView(run.table);
  report.description = describe(report.result, about);
  for (auto& cluster : report.description->clusters) {
    cluster.traits.assign(5, {name, TraitKind::among});
    for (auto& trait : cluster.traits) trait.categories.assign(3, name);
  }
  report.result.trace.assign(20'000, {0.5, -1});
  report.result.restarts.assign(10'000, {-1, 5, true});
  report.messages = report.reading = report.result.certificate.warnings =
      std::vector<std::string>(1000, name);
  run.recheck();
}

TEST(Html, StaysSmallAndSaysThatItDrawsASample) {
  test::SmallRun run;
  make_large(run, 100'000, 200, true);
  const std::string page = to_html(run.report, run.with_table());
  expect_self_contained(page);
  EXPECT_TRUE(has(page, "Of 100,000 rows, 5,000 are drawn"));
  EXPECT_EQ(page, to_html(run.report, run.view)) << "the same bytes every time";
}

TEST(Html, DrawsTwentyThousandRowsInFull) {
  test::SmallRun run;
  make_large(run, 20'000, 7, false);
  const std::string page = to_html(run.report, run.with_table());
  expect_self_contained(page);
  EXPECT_FALSE(has(page, "are drawn"));
}

TEST(Html, ExplainsPointsWhereThereIsRoom) {
  test::SmallRun run;
  make_large(run, 3'000, 30, true);
  const std::string page = to_html(run.report, run.with_table());
  expect_self_contained(page);
  EXPECT_EQ(count_of(page, "<input type=\"radio\""), 3'000U);
}

}  // namespace
}  // namespace comac
