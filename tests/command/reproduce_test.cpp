// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "process.hpp"
#include "report/markup.hpp"

namespace comac::test {
namespace {

const std::string iris = COMAC_SOURCE_DIR "/data/iris.csv";

TEST(Reproduce, WritesThePageAndNamesMissingSets) {
  const Folder folder;
  const auto run = run_process({"reproduce", "data-sets", "circles", "propagation", "--quick", "--runs", "1",
                                "--out", folder / "out", "--data-dir", folder / "."});
  ASSERT_EQ(run.code, 0) << run.error;
  EXPECT_NE(run.error.find("the set User is missing"), std::string::npos) << run.error;
  EXPECT_EQ(markup_fault(read_text(folder / "out/index.html")), "");
  EXPECT_EQ(run_process({"reproduce", "cirlces", "--out", folder / "out"}).code, 2);
}

TEST(Reproduce, ThePageOpensInABrowserWithoutAWord) {
  const std::string browser = "/usr/bin/chromium";
  if (!std::filesystem::exists(browser)) GTEST_SKIP() << "there is no " << browser;
  const Folder folder;
  const auto made = run_process({"reproduce", "--quick", "--runs", "1", "--out", folder / "out"});
  ASSERT_EQ(made.code, 0) << made.error;
  const auto run = run_process({"--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
                                "--user-data-dir=" + folder / "profile", "--virtual-time-budget=2000",
                                "--dump-dom", "file://" + folder / "out/index.html"},
                               {.program = browser});
  ASSERT_EQ(run.code, 0) << run.error;
  EXPECT_EQ(run.error.find("CONSOLE"), std::string::npos) << run.error;
  for (const std::string name : {"circles", "sensitivity-k", "sensitivity-beta", "data-sets", "comparison",
                                 "two-classes", "wrong-labels", "propagation", "scale", "beyond"}) {
    const auto begin = run.output.find("id=\"" + name + "\"");
    ASSERT_NE(begin, std::string::npos) << name;
    const std::string section = run.output.substr(begin, run.output.find("</section>", begin) - begin);
    const std::string drawn = name == "data-sets" || name == "scale" ? "<table" : "<svg";
    EXPECT_NE(section.find(drawn), std::string::npos) << name;
  }
}

TEST(Compare, ShowsATableBestFirst) {
  const Folder folder;
  const auto run =
      run_process({"compare", iris, "--clusters", "3", "--truth-column", "class", "--labelled", "0.2",
                   "--methods", "k-means,comac,comac-seq", "--runs", "2", "--csv", folder / "t.csv", "--json",
                   folder / "t.json", "--report", folder / "t.html", "--quiet"});
  ASSERT_EQ(run.code, 0) << run.error;
  const auto lines = lines_of(run.output);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_TRUE(lines[0].starts_with("method ")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("comac")) << lines[1];
  EXPECT_TRUE(lines[3].starts_with("k-means ")) << lines[3];
  EXPECT_NE(lines[4].find("Our own methods have a star."), std::string::npos) << lines[4];
  const auto json = nlohmann::json::parse(read_text(folder / "t.json"));
  ASSERT_EQ(json["methods"].size(), 3U);
  EXPECT_EQ(json["methods"][1]["method"], "comac");
  EXPECT_EQ(json["methods"][1]["violated"], 0.0);
  EXPECT_GT(json["methods"][1]["nmi"], json["methods"][0]["nmi"]);
  EXPECT_EQ(lines_of(read_text(folder / "t.csv")).size(), 4U);
  EXPECT_EQ(markup_fault(read_text(folder / "t.html")), "");
}

TEST(Compare, DoesNotRunAMethodWithoutTheLabelsThatItNeeds) {
  const auto run = run_process({"compare", iris, "--clusters", "3", "--truth-column", "class", "--methods",
                                "label-spreading,k-means", "--runs", "1", "--quiet"});
  ASSERT_EQ(run.code, 0) << run.error;
  const auto lines = lines_of(run.output);
  ASSERT_EQ(lines.size(), 4U) << run.output;
  EXPECT_TRUE(lines[1].starts_with("k-means ")) << run.output;
  EXPECT_TRUE(lines[2].starts_with("label-spreading  label-spreading needs labels, but there are none"))
      << run.output;
}

TEST(Compare, SaysWhySomeRunsWereRefused) {
  // Three labels seldom name all three classes, which mixmod needs.
  const auto run = run_process({"compare", iris, "--clusters", "3", "--truth-column", "class", "--methods",
                                "mixmod", "--labelled", "0.02", "--runs", "10", "--quiet"});
  ASSERT_EQ(run.code, 0) << run.error;
  const auto lines = lines_of(run.output);
  ASSERT_EQ(lines.size(), 4U) << run.output;
  EXPECT_TRUE(lines[2].starts_with("mixmod refused ")) << run.output;
  EXPECT_NE(lines[2].find(" of 10 runs: the labels name "), std::string::npos) << run.output;
  EXPECT_NE(lines[2].find("mixmod needs labels of all 3 or none"), std::string::npos) << run.output;
}

TEST(Compare, SaysWhatAMethodCannotUse) {
  const auto run = run_process({"compare", iris, "--clusters", "3", "--truth-column", "class", "--pairs",
                                "0.5", "--methods", "k-means,comac", "--runs", "1", "--quiet"});
  ASSERT_EQ(run.code, 0) << run.error;
  EXPECT_TRUE(lines_of(run.output)[2].starts_with("k-means ")) << run.output;
  EXPECT_NE(run.output.find("links"), std::string::npos) << run.output;
  EXPECT_EQ(run_process({"compare", iris, "--clusters", "3"}).code, 2);
  EXPECT_EQ(run_process({"compare", iris, "--clusters", "3", "--truth-column", "class", "--labelled", ".1",
                         "--pairs", ".1"})
                .code,
            2);
}

}  // namespace
}  // namespace comac::test
