// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/process.hpp"

namespace comac::test {
namespace {

class ExplainCommand : public testing::Test {
 protected:
  ProcessResult explain(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"explain", data_, "--clusters", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return run_process(words);
  }

  Folder folder_;
  std::string data_ = folder_.write("data.csv", "0\n0.1\n0.2\n0.3\n9\n9.1\n9.2\n9.3\n");
  std::string wrong_ = folder_.write("known.csv", "0,a\n1,a\n4,b\n5,b\n7,a\n");
};

TEST_F(ExplainCommand, PutsTheWrongLabelFirst) {
  const ProcessResult result = explain({"--labels", wrong_, "--row", "7", "--json", folder_ / "out.json"});
  ASSERT_EQ(result.code, 0) << result.error;
  const auto lines = lines_of(result.output);
  ASSERT_GE(lines.size(), 5U) << result.output;
  EXPECT_TRUE(lines[0].ends_with("of 5 labels and links cost something.")) << lines[0];
  EXPECT_NE(lines[1].find("row 7 is labelled 'a'"), std::string::npos) << result.output;
  EXPECT_NE(lines[1].find("known.csv:5"), std::string::npos);
  EXPECT_NE(result.output.find("Row 7 is in cluster"), std::string::npos);
  EXPECT_NE(result.output.find("held by: row 7 is labelled 'a'"), std::string::npos);
  const auto json = nlohmann::json::parse(read_text(folder_ / "out.json"));
  ASSERT_EQ(json["items"].size(), 5U);
  EXPECT_GT(json["items"][0]["bits"], 0.005);
  EXPECT_EQ(json["rows"][0]["margins"].size(), 2U);
}

TEST_F(ExplainCommand, KnowsSoftItemsThatDoNotHold) {
  const std::string links = folder_.write("links.csv", "0,1,must,1\n0,7,must,0.6\n");
  const ProcessResult result = explain({"--links", links, "--trust", "1"});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.output.find("rows 0 and 7 must be together"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("; soft; does not hold"), std::string::npos) << result.output;
}

TEST_F(ExplainCommand, JudgesSparseChainsAndChainsOfTheUsers) {
  const ProcessResult sparse = explain({"--labels", wrong_, "--chain", "sparse", "--neighbours", "4"});
  ASSERT_EQ(sparse.code, 0) << sparse.error;
  EXPECT_NE(lines_of(sparse.output)[1].find("row 7 is labelled 'a'"), std::string::npos) << sparse.output;
  const std::string chain =
      folder_.write("chain.csv", ".6,.3,.05,.05\n.3,.6,.05,.05\n.05,.05,.6,.3\n.05,.05,.3,.6\n");
  const std::string labels = folder_.write("states.csv", "0,a\n1,b\n2,b\n");
  const ProcessResult own =
      run_process({"explain", "--transition", chain, "--clusters", "2", "--labels", labels});
  ASSERT_EQ(own.code, 0) << own.error;
  EXPECT_NE(lines_of(own.output)[1].find("row 1 is labelled 'b'"), std::string::npos) << own.output;
}

TEST_F(ExplainCommand, NeedsPropagation) {
  const ProcessResult result = explain({"--labels", wrong_, "--method", "comac-seq", "--no-propagation"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error.find("nothing can be explained"), std::string::npos) << result.error;
}

TEST_F(ExplainCommand, TheReportPointsAtTheWrongLabel) {
  const std::string page = folder_ / "page.html";
  const ProcessResult result =
      run_process({"cluster", data_, "--clusters", "2", "--labels", wrong_, "--report", page});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_NE(read_text(page).find("Row 7 is labelled a: without it the cost"), std::string::npos);
}

TEST_F(ExplainCommand, RefusesRowsThatAreNotThere) {
  const ProcessResult result = explain({"--labels", wrong_, "--row", "8"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error.find("--row is '8'; expected a row number from 0 to 7"), std::string::npos);
}

}  // namespace
}  // namespace comac::test
