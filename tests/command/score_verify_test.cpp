// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/process.hpp"

namespace comac::test {
namespace {

class ScoreCommand : public testing::Test {
 protected:
  double nmi(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"score", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const ProcessResult result = run_process(words);
    EXPECT_EQ(result.code, 0) << result.error;
    return nlohmann::json::parse(result.output)["nmi"];
  }

  Folder folder_;
};

TEST_F(ScoreCommand, PrintsEveryScore) {
  const std::string truth = folder_.write("truth.csv", "a\na\nb\nb\n");
  const std::string labels = folder_.write("labels.csv", "row,cluster\n0,1\n1,1\n2,0\n3,0\n");
  const ProcessResult text = run_process({"score", truth, labels});
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.output,
            "NMI          1.000000\nARI          1.000000\nAMI          1.000000\n"
            "homogeneity  1.000000\ncompleteness 1.000000\naccuracy     1.000000\n");
  const auto json = nlohmann::json::parse(run_process({"score", truth, labels, "--json"}).output);
  for (const char* key : {"nmi", "ari", "ami", "homogeneity", "completeness", "accuracy"})
    EXPECT_EQ(json[key], 1.0);
}

TEST_F(ScoreCommand, FindsTheColumn) {
  const std::string data = folder_.write("data.csv", "x,class,other\n1,a,u\n2,a,v\n3,b,u\n4,b,v\n");
  const std::string labels = folder_.write("labels.csv", "row,cluster,label\n0,0,q\n1,0,q\n2,1,\n3,1,\n");
  const std::string headless = folder_.write("headless.csv", "7,1\n7,2\n8,1\n8,2\n");
  EXPECT_DOUBLE_EQ(nmi({data, labels}), 1);
  EXPECT_DOUBLE_EQ(nmi({data + ":other", labels}), 0);
  EXPECT_DOUBLE_EQ(nmi({data, labels, "--truth-column", "other"}), 0);
  EXPECT_DOUBLE_EQ(nmi({data, headless + ":1"}), 1);
  EXPECT_DOUBLE_EQ(nmi({data, headless + ":2"}), 0);
  EXPECT_EQ(run_process({"score", data, headless}).code, 2);
  EXPECT_EQ(run_process({"score", data + ":none", labels}).code, 65);
}

TEST_F(ScoreCommand, SaysThatTheFileWithTheClassesComesFirst) {
  const std::string data = folder_.write("data.csv", "x,kind\n1,a\n2,a\n3,b\n");
  const std::string labels = folder_.write("labels.csv", "row,cluster\n0,0\n1,0\n2,1\n");
  const ProcessResult swapped = run_process({"score", labels, data, "--label-column", "kind"});
  EXPECT_EQ(swapped.code, 2);
  EXPECT_EQ(swapped.error, "comac: " + data + " has the column 'kind' and " + labels +
                               " has not; the file with the classes comes first: comac score " + data + " " +
                               labels + "\nsee comac score --help\n");
  EXPECT_EQ(run_process({"score", labels, data, "--label-column", "none"}).code, 65);
}

TEST_F(ScoreCommand, MatchesRowsByName) {
  const std::string truth = folder_.write("truth.csv", "ID,Species\nx,a\ny,b\nz,a\n");
  const std::string labels = folder_.write("labels.csv", "row,cluster\ny,5\nz,4\nx,4\n");
  EXPECT_DOUBLE_EQ(nmi({truth + ":Species", labels, "--id-column", "ID"}), 1);
  EXPECT_EQ(run_process({"score", truth, folder_.write("alien.csv", "row,cluster\ny,5\nw,4\nx,4\n"),
                         "--id-column", "ID"})
                .code,
            65);
}

TEST_F(ScoreCommand, LeavesOutRowsOfUnknownClass) {
  const std::string truth = folder_.write("truth.csv", "class\na\n?\nb\n");
  EXPECT_DOUBLE_EQ(nmi({truth, folder_.write("labels.csv", "cluster\n0\n0\n1\n")}), 1);
}

TEST_F(ScoreCommand, RefusesWhatCannotBeMatched) {
  const std::string three = folder_.write("three.csv", "class\na\nb\na\n");
  const std::string two = folder_.write("two.csv", "cluster\n0\n1\n");
  const ProcessResult result = run_process({"score", three, two});
  EXPECT_EQ(result.code, 65);
  EXPECT_NE(result.error.find("has 3 rows"), std::string::npos);
  const std::string shuffled = folder_.write("shuffled.csv", "row,cluster\n2,0\n0,0\n1,1\n");
  EXPECT_EQ(run_process({"score", three, shuffled}).code, 65);
  EXPECT_EQ(run_process({"score", three, folder_ / "none.csv"}).code, 66);
}

class VerifyCommand : public testing::Test {
 protected:
  ProcessResult verify(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"verify", labels_};
    words.insert(words.end(), more.begin(), more.end());
    return run_process(words);
  }

  Folder folder_;
  std::string labels_ = folder_.write("labels.csv", "row,cluster\n0,2\n1,2\n2,0\n3,0\n");
};

TEST_F(VerifyCommand, AcceptsWhatHolds) {
  const ProcessResult result =
      verify({"--links", folder_.write("links.csv", "0,1,+1\n1,2,-1\n"), "--labels",
              folder_.write("known.csv", "0,a\n3,b\n"), "--must-link", folder_.write("must.csv", "2,3\n"),
              "--cannot-link", folder_.write("cannot.csv", "0,3\n")});
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(result.output, "All honoured: 2 labels and 4 links.\n");
}

TEST_F(VerifyCommand, NamesWhatIsBrokenAndWhere) {
  const ProcessResult result =
      verify({"--links", folder_.write("links.csv", "0,1,+1\n1,2,must\n0,1,cannot\n")});
  EXPECT_EQ(result.code, 1);
  const auto lines = lines_of(result.output);
  ASSERT_EQ(lines.size(), 3U) << result.output;
  EXPECT_NE(lines[0].find("links.csv:2: "), std::string::npos);
  EXPECT_NE(lines[0].find("cluster 2 and cluster 0"), std::string::npos) << lines[0];
  EXPECT_NE(lines[1].find("links.csv:3: "), std::string::npos);
  EXPECT_EQ(verify({"--labels", folder_.write("known.csv", "0,a\n2,a\n")}).code, 1);
  EXPECT_EQ(verify({"--labels", folder_.write("known.csv", "0,a\n1,b\n")}).code, 1);
}

TEST_F(VerifyCommand, ShowsTenAndCountsTheRest) {
  std::string links;
  for (int i = 0; i < 12; ++i) links += "0,2,must\n";
  const auto lines = lines_of(verify({"--links", folder_.write("links.csv", links)}).output);
  ASSERT_EQ(lines.size(), 12U);
  EXPECT_EQ(lines[10], "and 2 more.");
}

TEST_F(VerifyCommand, CountsFromOneIfTheFilesDo) {
  const std::string links = folder_.write("links.csv", "3,4,must\n");
  EXPECT_EQ(verify({"--links", links}).code, 65);
  EXPECT_EQ(verify({"--links", links, "--one-based"}).code, 0);
  labels_ = folder_.write("labels.csv", "row,cluster\n1,2\n2,2\n3,0\n4,0\n");
  EXPECT_EQ(verify({"--links", links}).code, 0);
}

TEST_F(VerifyCommand, CountsWhatNeedNotHold) {
  const ProcessResult result =
      verify({"--links", folder_.write("links.csv", "0,1,must,1\n0,2,must,0.9\n0,3,cannot,0.8\n"), "--labels",
              folder_.write("known.csv", "0,a,0.5\n1,b,1\n")});
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(
      result.output,
      "All honoured: 2 labels and 3 links; 1 label and 2 links need not hold, since their confidence is "
      "below 1 (1 of these links do).\n");
}

TEST_F(VerifyCommand, KnowsRowsByName) {
  labels_ = folder_.write("labels.csv", "row,cluster\nx,0\ny,0\nz,1\n");
  EXPECT_EQ(verify({"--cannot-link", folder_.write("links.csv", "x,z\n")}).code, 0);
  EXPECT_EQ(verify({"--cannot-link", folder_.write("links.csv", "x,y\n")}).code, 1);
  EXPECT_EQ(verify({"--cannot-link", folder_.write("links.csv", "x,w\n")}).code, 65);
}

TEST(VerifiedFile, AMissingClusterIsAnErrorWithItsLine) {
  const Folder folder;
  const std::string links = folder.write("links.csv", "0,1,must\n");
  for (const std::string nothing : {"", "NA", "?"}) {
    const std::string labels = folder.write("labels.csv", "row,cluster\n0,1\n1," + nothing + "\n2,0\n");
    const ProcessResult result = run_process({"verify", labels, "--links", links});
    EXPECT_EQ(result.code, 65);
    EXPECT_NE(result.error.find("labels.csv:3: found no cluster; expected one for every row"),
              std::string::npos)
        << result.error;
  }
}

TEST(VerifiedFile, AnEmptyLineBetweenLabelsIsOneThatIsMissing) {
  const Folder folder;
  const std::string links = folder.write("links.csv", "0,2,must\n");
  const auto verify = [&](const std::string& text) {
    return run_process({"verify", folder.write("labels.csv", text), "--links", links});
  };
  EXPECT_NE(verify("a\n\na\n").error.find("labels.csv:2: found an empty line"), std::string::npos);
  EXPECT_EQ(verify("a\n\na\n").code, 65);
  EXPECT_EQ(verify("\na\nb\na\n\n\n").code, 0) << "before and behind them nothing is missing";
  EXPECT_EQ(verify("a\n\"b\n\n\"\na\n").code, 0) << "a name of three lines";
  EXPECT_EQ(verify("row,cluster\n0,a\n\n1,b\n2,a\n").code, 0) << "the rows are numbered";
}

TEST(VerifiedFile, NumbersWrittenDifferentlyAreDifferentNames) {
  const Folder folder;
  const std::string links = folder.write("links.csv", "0,1,cannot\n2,3,must\n");
  const std::string labels = folder.write("labels.csv", "row,cluster\n0,01\n1,1\n2,2\n3,2\n");
  EXPECT_EQ(run_process({"verify", labels, "--links", links}).code, 0);
  const std::string must = folder.write("must.csv", "0,1\n");
  const ProcessResult broken = run_process({"verify", labels, "--must-link", must});
  EXPECT_EQ(broken.code, 1);
  EXPECT_NE(broken.output.find("(01)"), std::string::npos) << broken.output;
}

TEST(VerifiedFile, ANumberBeyondAllRowsIsNoTrouble) {
  const Folder folder;
  const std::string links = folder.write("links.csv", "1e24,x,must\n");
  const std::string labels = folder.write("labels.csv", "row,cluster\n1e24,1\nx,1\n");
  EXPECT_EQ(run_process({"verify", labels, "--links", links}).code, 0);
}

}  // namespace
}  // namespace comac::test
